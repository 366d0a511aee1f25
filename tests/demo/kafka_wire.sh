# Two Kafka requests by hand, because no command-line client sends a commit in the name of another
# member: OffsetCommit version 2 and OffsetFetch version 1. Bytes are built as hexadecimal text.
# shellcheck shell=bash

wire_int() { # BYTES VALUE
    local digits=$(($1 * 2)) text
    text="$(printf '%016x' "$2")"
    printf '%s' "${text: -digits}"
}

wire_string() { # TEXT
    wire_int 2 "${#1}"
    printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'
}

# wire_call PORT API VERSION BODY: sends a request, prints the answer's body as hexadecimal text.
wire_call() {
    local request length answer
    request="$(wire_int 2 "$2")$(wire_int 2 "$3")$(wire_int 4 7)$(wire_string demo)$4"
    exec 3<>"/dev/tcp/127.0.0.1/$1"
    # shellcheck disable=SC2059 # the format is the bytes
    printf "$(printf '%s%s' "$(wire_int 4 $((${#request} / 2)))" "$request" | sed 's/../\\x&/g')" >&3
    length="$(head -c 4 <&3 | od -An -v -tx1 | tr -d ' \n')"
    answer="$(head -c "$((16#$length))" <&3 | od -An -v -tx1 | tr -d ' \n')"
    exec 3>&-
    printf '%s' "${answer:8}" # without the correlation
}

# commit_offset PORT GROUP GENERATION MEMBER TOPIC PARTITION OFFSET: prints the error code.
commit_offset() {
    local body answer
    body="$(wire_string "$2")$(wire_int 4 "$3")$(wire_string "$4")$(wire_int 8 -1)"
    body+="$(wire_int 4 1)$(wire_string "$5")$(wire_int 4 1)"
    body+="$(wire_int 4 "$6")$(wire_int 8 "$7")$(wire_string '')"
    answer="$(wire_call "$1" 8 2 "$body")"
    printf '%d\n' "$((16#${answer: -4}))"
}

# fetch_offset PORT GROUP TOPIC PARTITION: prints the committed offset.
fetch_offset() {
    local body answer
    body="$(wire_string "$2")$(wire_int 4 1)$(wire_string "$3")$(wire_int 4 1)$(wire_int 4 "$4")"
    answer="$(wire_call "$1" 9 1 "$body")"
    # Past the number of topics, the topic's name, the number of partitions and the index.
    printf '%d\n' "$((16#${answer:$((8 + 4 + 2 * ${#3} + 8 + 8)):16}))"
}
