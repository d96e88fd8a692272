#!/bin/sh
# Compares the Go benchmarks of two revisions with benchstat. The two are run in
# turn, so that what else the machine does falls on both.
#
#   scripts/compare/compare.sh OLD [NEW] [BENCH] [PACKAGE...]
#
# NEW defaults to HEAD, and "." is the working tree; BENCH defaults to all, the
# packages to those of a decision. COUNT (6) is how often, BENCHTIME (1s) how long.
set -eu
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
old=$1 new=${2:-HEAD} bench=${3:-.}
[ $# -le 3 ] && set -- ./engine ./eval/inputs ./eval/static ./eval/search ./nnet/... || shift 3
root=$(git rev-parse --show-toplevel)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM

# tree REVISION FOLDER: its files, beside the repository rather than in it.
tree() {
	if [ "$1" = . ]; then
		ln -s "$root" "$2"
	else
		mkdir "$2"
		git -C "$root" archive "$1" | tar -x -C "$2"
	fi
}
tree "$old" "$dir/old"
tree "$new" "$dir/new"
i=0
while [ $i -lt "${COUNT:-6}" ]; do
	for side in old new; do
		echo "run $((i + 1)), $side" >&2
		(cd "$dir/$side/" && go test -run '^$' -bench "$bench" -benchtime "${BENCHTIME:-1s}" "$@") >>"$dir/$side.txt"
	done
	i=$((i + 1))
done
cd "$dir"
go run golang.org/x/perf/cmd/benchstat@latest "old=old.txt" "new=new.txt"
