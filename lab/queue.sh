#!/usr/bin/env bash
# Plays the matches of lab/queue.txt at the lowest priority: lab/queue.sh ENGINE [GAMES AT ONCE], from the repository's root.
# ENGINE is built with the feature `tune`. Each game is kept in target/lab, so the same call goes on after any interruption.
set -euo pipefail
engine=$1; mkdir -p target/lab
grep -v '^#' lab/queue.txt | while read -r name rule size settings; do
    options=(--rule "$rule" --size "$size" --nodes 25000 --adjudicate 0.98 --concurrency "${2:-1}" --log "target/lab/$name.log")
    if [ -f "$settings" ]; then players=(--cmd "$engine" --changes "$settings" --games 4000); else
        new="$engine $(printf ' --param %s' $settings)"
        players=(--engine "name=new,cmd=$new" --engine "name=old,cmd=$engine" --sprt 0,8 --min-games 1000 --games 2000)
    fi
    nice -n 19 target/release/tengen match "${players[@]}" "${options[@]}" < /dev/null | tee "target/lab/$name.txt"
done
