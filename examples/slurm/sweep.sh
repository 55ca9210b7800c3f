#!/bin/sh
# A sweep as a job array, each task a part of its cells, on a shared file system:
#
#   sbatch --array=1-4 examples/slurm/sweep.sh CONFIG DIR 4
#
# A task that was killed and is requeued, or submitted again (--array=3), runs what its part
# lacks. `refrun --list -O DIR CONFIG` says which cells are missing.
#SBATCH --job-name=sweep
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@30
exec refrun -O "$2" --cells "$SLURM_ARRAY_TASK_ID/$3" "$1"
