#!/usr/bin/env bash
# Shows the main job from end to end: check a protocol, break it, generate it, run it under real
# clients. Takes the muster program as its argument.
set -euo pipefail

if [[ $# -ne 1 || ! -x "$1" ]]; then
    echo "usage: demo.sh PATH-TO-MUSTER" >&2
    exit 2
fi
muster="$(realpath -- "$1")"
root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)"
cd -- "$root"
spec=spec/protocols/kafka_group.muster
folder="$(mktemp -d)"
server=""
declare -a consumers=()

# shellcheck source=tests/demo/kafka_wire.sh
source tests/demo/kafka_wire.sh

cleanup() {
    local pid
    for pid in "${consumers[@]}" $server; do
        kill -KILL "$pid" 2>/dev/null || true
    done
    rm -rf -- "$folder"
}
trap cleanup EXIT

heading() {
    printf '\n=== %s\n\n' "$*"
}

say() {
    printf '  %s\n' "$*"
}

fail() {
    printf 'demo: %s\n' "$*" >&2
    for log in "$folder"/*.err; do
        [[ -e "$log" ]] && printf -- '--- %s\n%s\n' "$(basename "$log")" "$(tail -n 20 "$log")" >&2
    done
    exit 1
}

# The generation that the server told of last.
group_generation() {
    local generation
    generation="$(sed -n -E 's/.* event=group_changed group=billing .*generation=([0-9]+).*/\1/p' \
        "$folder/server.err" | tail -n 1)"
    [[ -n "$generation" ]] || fail "the server told of no generation of the group"
    printf '%s\n' "$generation"
}

# wait_for FILE PATTERN SECONDS: until a line of the file matches.
wait_for() {
    local tries=$(($3 * 10))
    until grep -q -E -- "$2" "$1" 2>/dev/null; do
        ((tries-- > 0)) || fail "waited $3 s in vain for '$2'"
        sleep 0.1
    done
}

start_server() {
    : >"$folder/server.err"
    "$muster" serve kafka --listen "127.0.0.1:${port:-0}" --data "$folder/data" \
        --topic orders:4 --set group.initial.rebalance.delay.ms=1000 2>>"$folder/server.err" &
    server=$!
    disown
    wait_for "$folder/server.err" 'event=listening ' 10
    port="$(grep -o -E 'event=listening host=127.0.0.1 port=[0-9]+' "$folder/server.err" | tail -n 1 | grep -o -E '[0-9]+$')"
}

start_consumer() {
    kcat -u -b "127.0.0.1:$port" -X session.timeout.ms=6000 -X heartbeat.interval.ms=500 \
        -X auto.offset.reset=earliest -G billing orders \
        >"$folder/$1.out" 2>"$folder/$1.err" &
    consumers+=("$!")
    disown # so that the shell does not report how it ended
}

heading "1. Check the protocol: every property, for any number of members"
"$muster" check "$spec"

heading "2. Take the generation check out of the commit handler, and check again"
sed "/if g != generation .*OffsetCommitReply/d" "$spec" >"$folder/broken.muster"
diff "$spec" "$folder/broken.muster" || true
echo
status=0
"$muster" check "$folder/broken.muster" --property no_stale_commit || status=$?
[[ $status -eq 1 ]] || fail "the broken protocol was not refuted (exit $status)"

heading "3. Generate the coordinator and serve real clients with it"
"$muster" generate "$spec" -o "$folder/generated"
cmp "$folder/generated/kafka_group.hpp" runtime/generated/kafka_group.hpp
say "the same bytes as runtime/generated/kafka_group.hpp, which the server is built from"
start_server
say "the server listens on 127.0.0.1:$port"
for partition in 0 1 2 3; do
    seq -f "order %g for partition $partition" 1 5 |
        kcat -P -b "127.0.0.1:$port" -t orders -p "$partition" 2>>"$folder/producer.err"
done
say "kcat -P produced 20 messages into 4 partitions"
start_consumer first
start_consumer second
wait_for "$folder/first.err" 'assigned: orders' 20
wait_for "$folder/second.err" 'assigned: orders' 20
sleep 2
say "two kcat -G consumers share the partitions:"
grep -h 'assigned: orders' "$folder/first.err" "$folder/second.err" | sed 's/^/    /'
received="$(cat "$folder/first.out" "$folder/second.out" | sort -u | grep -c '^order ' || true)"
[[ "$received" -eq 20 ]] || fail "the consumers received $received of 20 messages"
say "together they received all 20 messages"
before="$(group_generation)"
say "the group is in generation $before"
dead_member="$(grep -o -E 'memberid [^)]+' "$folder/first.err" | tail -n 1 | cut -d' ' -f2)"
code="$(commit_offset "$port" billing "$before" "$dead_member" orders 0 3)"
[[ "$code" -eq 0 ]] || fail "a commit of a live member was refused with error $code"
say "a commit of offset 3 for orders [0] by the first consumer, $dead_member, is accepted"
say "killing the first consumer without a goodbye, and waiting for its session to expire"
kill -KILL "${consumers[0]}"
wait_for "$folder/second.err" 'orders \[0\], orders \[1\], orders \[2\], orders \[3\]' 30
sleep 1
say "the survivor has all partitions:"
grep -h 'assigned: orders' "$folder/second.err" | tail -n 1 | sed 's/^/    /'
after="$(group_generation)"
say "and the group is in generation $after"
((after > before)) || fail "the generation did not grow"

heading "4. A late commit of the dead member, and a restart"
stored="$(fetch_offset "$port" billing orders 0)"
say "the stored offset of orders [0] is $stored"
code="$(commit_offset "$port" billing "$before" "$dead_member" orders 0 1)"
say "a commit of offset 1 by the dead member in generation $before is answered with error $code"
[[ "$code" -eq 22 || "$code" -eq 25 ]] || fail "the late commit was not refused"
[[ "$(fetch_offset "$port" billing orders 0)" == "$stored" ]] || fail "the stored offset moved"
say "the stored offset is still $stored"
say "killing the server with SIGKILL and starting it again"
kill -KILL "$server"
while kill -0 "$server" 2>/dev/null; do sleep 0.05; done
start_server
[[ "$(fetch_offset "$port" billing orders 0)" == "$stored" ]] || fail "the offset was lost"
again="$(group_generation)"
((again >= after)) || fail "the generation went back"
say "after the restart the stored offset is $stored and the generation is $again"
wait_for "$folder/second.err" 'rebalanced' 5
printf '\nDone: checked, broken, generated, served, fenced, restarted.\n'
