# A sweep by Slurm on this machine, asked for by SLURM=1: with daemons of its own. It needs root and
# Debian's slurmctld, slurmd, slurm-client and munge, and takes a minute.
. tests/lib.sh

if [ "${SLURM:-0}" != 1 ]; then skip "a sweep by Slurm" "SLURM=1 asks for it"; exit 0; fi
for p in slurmctld slurmd sbatch munged; do
	command -v $p >"$T/where" || { skip "a sweep by Slurm" "$p is not installed"; exit 0; }
done
if ! munge -n >"$T/munge" 2>&1; then
	mkdir -p /run/munge && chown munge: /run/munge && su -s /bin/sh munge -c munged
fi
host=$(hostname)
mkdir "$T/state" "$T/spool"
export SLURM_CONF="$T/slurm.conf"
cat >"$SLURM_CONF" <<E
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool
SlurmctldPidFile=$T/slurmctld.pid
SlurmdPidFile=$T/slurmd.pid
SlurmctldLogFile=$T/slurmctld.log
SlurmdLogFile=$T/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
E
stop() { scancel -u root; kill "$(cat "$T/slurmd.pid")" "$(cat "$T/slurmctld.pid")"; }
trap 'stop 2>"$T/stop"' EXIT
slurmctld -c && sleep 2 && slurmd && sleep 2
check "the daemons start" sinfo -h -t idle -o %T

cat >"$T/sweep.yaml" <<E
model_path: tiny-gpt2
repetitions: 300
max_new_tokens: 4
cache: {kind: static}
torch_compile: {mode: default}
sweep:
  scenarios: [single_micro, single_short, single_medium]
  torch_compile.mode: [default, reduce-overhead]
  modes: [prefill, kv_decode]
aa: 1
E
# submit ARRAY: the tasks of the sweep of two parts that it names
submit() {
	sbatch --parsable --array="$1" --output="$T/task-%a.log" examples/slurm/sweep.sh \
		"$T/sweep.yaml" "$T/sweep" 2
}
missing() {
	refrun --list -O "$T/sweep" "$T/sweep.yaml" >"$T/list"
	state=$?
	printf '%d of %d cells missing, status %d\n' "$(grep -c ',missing,' "$T/list")" \
		"$(($(wc -l <"$T/list") - 1))" $state
}
# until_ok N COMMAND: waits until it succeeds, N seconds at most
until_ok() { n=$1; shift; while ! "$@" && [ $((n -= 1)) -gt 0 ]; do sleep 1; done; }
over() { [ -z "$(squeue -h)" ]; }
begun() { ls "$T"/sweep/*.part >"$T/begun" 2>&1; }
job=$(submit 1-2)
until_ok 30 begun
scancel --signal=KILL "${job}_1"
until_ok 90 over
missing >"$T/got"
check "a task was killed: $(cat "$T/got")" \
	grep -q '^[1-9].* of 13 cells missing, status 3$' "$T/got"
submit 1 >"$T/job"
until_ok 90 over
missing >"$T/got"
echo '0 of 13 cells missing, status 0' >"$T/want"
same "submitted again, it runs what its part lacks" "$T/want" "$T/got"
check "no cell is doubled or half" test "$(ls -d "$T"/sweep/0* | wc -l)" = 13
for c in "$T"/sweep/0*; do labelaudit --runs "$c" -o csv >"$T/audit" || echo "$c"; done >"$T/bad"
same "and each has evidence" /dev/null "$T/bad"
