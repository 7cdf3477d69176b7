import fs from 'node:fs';

/** Of Linux, whatever its kernel's own clock. */
const TICKS_PER_SECOND = 100;

/** The fields of /proc/PID/stat that follow the command, whose name may contain anything. */
function statOf(pid: number): string[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const secondsOf = (fields: (string | undefined)[]) =>
  fields.reduce((ticks, field) => ticks + Number(field), 0) / TICKS_PER_SECOND;

/** The seconds of CPU time that a process has taken, on Linux. */
export function cpuSeconds(pid: number): number {
  const [, , , , , , , , , , , user, system] = statOf(pid);
  return secondsOf([user, system]);
}

/** The same for a process and its children: those that are running, and those that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const [, , , , , , , , , , , , , user, system] = statOf(pid);
  const children = fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map((child) => {
      try {
        return cpuSeconds(Number(child));
      } catch {
        // It has ended since, and counts as such the next time.
        return 0;
      }
    });
  return children.reduce((sum, seconds) => sum + seconds, cpuSeconds(pid) + secondsOf([user, system]));
}
