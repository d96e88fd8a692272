#!/bin/sh
# Trains the shipped nets from random weights, one stage a command, each from the
# result of the one before:
#
#   scripts/stages.sh td RUNS [FLAG...]
#   scripts/stages.sh refine RUNS [FLAG...]
#   scripts/stages.sh again RUNS [FLAG...]
#   scripts/stages.sh split RUNS [FLAG...]
#   scripts/stages.sh nine RUNS [FLAG...]
#   scripts/stages.sh more RUNS [FLAG...]
#   scripts/stages.sh lead RUNS [FLAG...]
#   scripts/stages.sh fresh RUNS [FLAG...]
#
# RUNS is the folder that holds a folder for each stage; flags go to tavla train, as
# --against gnubg@0 --measure 400 for a curve. The same command goes on with a stage that
# was interrupted. The results are the same to the bit on every machine with the same
# kind of kernel (AVX2 here) and architecture. On two idle cores of an AMD EPYC td takes
# about 22 minutes, refine 47, again 85, split 85, nine 105, more 80, lead 80 and fresh
# 65. From split on a stage leaves its labels for a next one, as files of up to 3.5 GB.
set -eu
usage() { sed -n '2,20s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage
stage=$1 runs=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
case $stage in
td) set -- --games 2500000 --seed 1 --measure 0 "$@" ;;
refine) set -- --from "$runs/td/net.tavla" --stage refine --hidden 256 --games 120000 --lambda 0 --lines 1 --replies 0 --pruning 0 --seed 1 --measure 0 "$@" ;;
again) set -- --from "$runs/refine/net.tavla" --stage refine --games 97000 --lambda 0.95 --lines 1 --replies 2 --step 0.002:0.00001 --common 0.5 --passes 10 --pruning 0 --seed 2 --measure 0 "$@" ;;
split) set -- --from "$runs/again/net.tavla" --stage refine --split 4 --games 86000 --lambda 0.95 --lines 2 --replies 1 --step 0.002:0.00001 --common 0.5 --passes 10 --pruning 0 --seed 3 --measure 0 --keep-labels "$@" ;;
nine) set -- --from "$runs/split/net.tavla" --labels "$runs/split/decisions.bin" --stage refine --split 9 --games 89000 --lambda 0.95 --lines 2 --replies 1 --step 0.002:0.00001 --common 0.5 --batch 512 --passes 6 --seed 4 --measure 0 --keep-labels "$@" ;;
more) set -- --from "$runs/nine/net.tavla" --labels "$runs/nine/decisions.bin" --stage refine --split 9 --games 117000 --lambda 0.95 --lines 2 --replies 1 --step 0.002:0.00001 --common 0.5 --batch 512 --passes 5 --seed 5 --measure 0 --keep-labels "$@" ;;
lead) set -- --from "$runs/more/net.tavla" --labels "$runs/more/decisions.bin" --stage refine --split 27 --games 124000 --lambda 0.95 --lines 2 --replies 1 --step 0.002:0.00001 --common 0.5 --batch 512 --passes 5 --fade 0.6 --seed 6 --measure 0 "$@" ;;
fresh) set -- --from "$runs/lead/net.tavla" --stage refine --split 27 --games 230000 --lambda 0.95 --lines 2 --replies 1 --step 0.002:0.00001 --common 0.5 --batch 512 --passes 6 --seed 7 --measure 0 --keep-labels "$@" ;;
*) usage ;;
esac
# Without a checkpoint there is nothing to go on with, as when it was killed at once.
ls "$runs/$stage/checkpoints/"*.tavla >/dev/null 2>&1 && set -- "$@" --resume
cd "$(dirname "$0")/.."
exec go run ./cmd/tavla train "$@" --out "$runs/$stage"
