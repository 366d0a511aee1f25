"use strict";
(() => {
  const run = JSON.parse(document.getElementById("run").textContent);
  const pane = document.getElementById("chart");
  const details = document.getElementById("step");
  const last = run.steps.length - 1;
  let pinned = last;
  let shown = -1;

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  // The values of all cells after a step.
  const valuesAfter = (step) => {
    const values = [];
    for (const { values: some } of run.steps.slice(0, step + 1)) {
      for (const [cell, value] of some) values[cell] = value;
    }
    return values;
  };

  const addList = (title, lines) => {
    if (lines.length === 0) return;
    const list = element("ul");
    for (const line of lines) list.append(element("li", line));
    details.append(element("h3", title), list);
  };

  const addProcess = (process, values, changed) => {
    const table = element("table");
    run.cells.forEach(([owner, name, isGhost], cell) => {
      if (owner !== process) return;
      const row = element("tr", undefined, (changed.has(cell) ? "changed " : "") + (isGhost ? "ghost" : ""));
      row.append(element("td", name), element("td", values[cell]));
      table.append(row);
    });
    if (table.rows.length > 0) details.append(element("h3", run.processes[process]), table);
  };

  const onTheirWay = (step) =>
    run.arrows
      .filter(({ sent, ended }) => sent !== null && sent <= step && (ended === null || ended > step))
      .map(({ message, from, to }) => `${message} from ${run.lanes[from]} to ${run.lanes[to]}`);

  const showDetails = (number) => {
    const step = run.steps[number];
    details.replaceChildren(element("h2", `${number}  ${step.text}`));
    if (step.place) details.append(element("p", step.place, "quiet"));
    addList("because", step.guards);
    addList("changes", step.changes);
    const values = valuesAfter(number);
    const changed = new Set(number === 0 ? [] : step.values.map(([cell]) => cell));
    // Whose step it is comes first.
    const order = [...new Set([...step.acting.map((lane) => run.laneProcess[lane]), ...run.processes.keys()])];
    for (const process of order) addProcess(process, values, changed);
    addList("armed timers", step.armed);
    addList("stopped", step.stopped);
    addList("messages on their way", [...new Set(onTheirWay(number))]);
  };

  const svg = (name, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // What the heads of the lanes say follows the step that is shown.
  const showHeads = (number) => {
    document.querySelectorAll(".shown-values").forEach((group) => {
      const lane = Number(group.dataset.lane);
      let chips = [];
      for (const step of run.steps.slice(0, number + 1)) {
        for (const [of, some] of step.chips) if (of === lane) chips = some;
      }
      const { x, y, width, character } = run.heads[lane];
      let left = x + 8;
      let top = y;
      group.replaceChildren();
      for (const [text, phase] of chips) {
        const most = Math.floor((width - 20) / character);
        const short = [...text].length > most ? [...text].slice(0, most - 1).join("") + "…" : text;
        const chipWidth = [...short].length * character + 10;
        if (left > x + 8 && left + chipWidth > x + width - 5) {
          left = x + 8;
          top += 19;
        }
        const classes = phase === null ? "chip" : `chip phase${phase}`;
        group.append(
          svg("rect", { class: classes, x: left, y: top, width: chipWidth, height: 16, rx: 8 }),
          svg("text", { x: left + 5, y: top + 8.5 }, short)
        );
        left += chipWidth + 4;
      }
    });
  };

  const show = (number) => {
    if (number === shown) return;
    shown = number;
    for (const row of pane.querySelectorAll(".row")) {
      row.classList.toggle("selected", Number(row.dataset.step) === number);
    }
    for (const message of pane.querySelectorAll(".message")) {
      const { sent, ended } = message.dataset;
      message.classList.toggle("hot", Number(sent) === number || Number(ended) === number);
    }
    showHeads(number);
    showDetails(number);
  };

  const pin = (number) => {
    pinned = Math.min(Math.max(number, 0), last);
    history.replaceState(null, "", `#step-${pinned}`);
    for (const step of pane.querySelectorAll(".step")) {
      step.tabIndex = Number(step.dataset.step) === pinned ? 0 : -1;
    }
    show(pinned);
  };

  // Below the names of the lanes, which stay in view.
  const bringIntoView = (number) => {
    const box = pane.querySelector(`.step[data-step="${number}"] .box`);
    if (!box) return;
    const { top, bottom, left, right } = box.getBoundingClientRect();
    const view = pane.getBoundingClientRect();
    const viewTop = view.top + pane.querySelector(".heads").offsetHeight;
    if (top < viewTop + 8) pane.scrollTop -= viewTop + 8 - top;
    else if (bottom > view.bottom - 8) pane.scrollTop += bottom - view.bottom + 8;
    if (left < view.left + 40) pane.scrollLeft -= view.left + 40 - left;
    else if (right > view.right - 20) pane.scrollLeft += right - view.right + 20;
  };

  const stepOf = (target) => {
    const found = target instanceof Element && target.closest("[data-step]");
    return found ? Number(found.dataset.step) : undefined;
  };

  const withStep = (action) => (event) => {
    const step = stepOf(event.target);
    if (step !== undefined) action(step);
  };

  pane.addEventListener("mouseover", withStep(show));
  pane.addEventListener("mouseleave", () => show(pinned));
  pane.addEventListener("click", withStep(pin));
  pane.addEventListener("focusin", withStep(pin));

  const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -last - 1, End: last + 1 };
  document.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (details.parentElement.contains(event.target)) return;
    event.preventDefault();
    pin(pinned + move);
    const target = pane.querySelector(`.step[data-step="${pinned}"]`);
    if (target) target.focus({ preventScroll: true });
    bringIntoView(pinned);
  });

  const fromAddress = () => {
    const match = /^#step-(\d+)$/.exec(location.hash);
    pin(match ? Number(match[1]) : last);
    if (match) bringIntoView(pinned);
  };
  window.addEventListener("hashchange", fromAddress);
  if (last >= 0) fromAddress();
})();
