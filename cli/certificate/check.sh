#!/bin/sh
# Asks other solvers every question of this certificate. The answer to each must be `unsat`.
#
#   sh check.sh [SOLVER [SECONDS]]
#
# SOLVER is z3 or cvc5; without one, z3 and, if it is there, cvc5. SECONDS is the time for one
# question, 60 without it.
#
# Exit status: 0 every answer is unsat; 1 an answer is something else; 2 the command line is wrong,
# or a solver or a file is missing; 3 a solver gave up on some question, and nothing else is wrong.

cd "$(dirname "$0")" || exit 2
seconds=${2:-60}
case $seconds in
*[!0-9]* | '') echo "check.sh: SECONDS is a number" >&2; exit 2 ;;
esac

ask() {
    case $1 in
    z3) z3 -smt2 "-T:$seconds" "$2" ;;
    cvc5) cvc5 --lang=smt2 --full-saturate-quant "--tlimit=${seconds}000" "$2" ;;
    esac < /dev/null 2>&1
}

# Sets `result` to the exit status for one solver.
check_with() {
    unsat=0
    unknown=0
    wrong=0
    missing=0
    while read -r query; do
        if [ ! -f "$query" ]; then
            echo "$1: $query is missing"
            missing=$((missing + 1))
            continue
        fi
        answer=$(ask "$1" "$query" | head -n 1)
        case $answer in
        unsat) unsat=$((unsat + 1)) ;;
        unknown | timeout | *interrupted* | '')
            unknown=$((unknown + 1))
            echo "$1: $query: ${answer:-no answer}" ;;
        *)
            wrong=$((wrong + 1))
            echo "$1: $query: $answer" ;;
        esac
    done < queries.txt
    echo "$1: $((unsat + unknown + wrong)) queries: $unsat unsat, $unknown unknown, $wrong wrong"
    result=0
    [ "$unknown" -eq 0 ] || result=3
    [ "$missing" -eq 0 ] || result=2
    [ "$wrong" -eq 0 ] || result=1
}

case ${1:-} in
'')
    solvers=z3
    if command -v cvc5 > /dev/null; then solvers="z3 cvc5"; fi ;;
z3 | cvc5) solvers=$1 ;;
*) echo "check.sh: SOLVER is z3 or cvc5" >&2; exit 2 ;;
esac
if [ ! -s queries.txt ]; then
    echo "there are no queries: nothing is proved here"
    exit 3
fi
status=0
for solver in $solvers; do
    if ! command -v "$solver" > /dev/null; then
        echo "check.sh: $solver is not installed" >&2
        exit 2
    fi
    check_with "$solver"
    # A wrong answer outranks a missing file, and that an unknown.
    case $status$result in
    *1*) status=1 ;;
    *2*) status=2 ;;
    *3*) status=3 ;;
    esac
done
exit $status
