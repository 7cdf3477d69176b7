// A job's crash count. Up to 2, it's the number of workers that crashed while they ran the job with others. From 3 on,
// the job is suspect and runs alone. At 6, three more workers have crashed and the job ends, so a few unrelated crashes
// in a row fail no job. At 7, the job ran alone for long enough that others have joined it. If its worker crashes then,
// it is suspect again, at 8, and so forth in rounds of five. Progress resets the count.

const WITH_OTHERS = 3;
const ALONE = 3;
const ROUND = ALONE + 2;
const MOST_ALONE_MS = 40_000;

/** Where in its round a job is that was suspect before; null if it never was. */
const phaseOf = (crashCount: number): number | null =>
  crashCount < WITH_OTHERS ? null : (crashCount - WITH_OTHERS) % ROUND;

/** Whether a job runs alone in its process. */
export function isSuspect(crashCount: number): boolean {
  const phase = phaseOf(crashCount);
  return phase !== null && phase < ALONE;
}

/** Whether so many workers have crashed while they ran the job alone that it ends. */
export const isToBlame = (crashCount: number): boolean => phaseOf(crashCount) === ALONE;

/**
 * How long (ms) a suspect has a process for itself. The time grows with each crash after others have joined the suspect.
 * In the end, a job that crashes its worker does so alone, however slowly.
 */
export const soloMs = (crashCount: number): number =>
  Math.min(5_000 * 2 ** Math.floor((crashCount - WITH_OTHERS) / ROUND), MOST_ALONE_MS);

/** A suspect's count once others join it: from then on, any of them may be why its worker crashes. */
export const countOnceJoined = (crashCount: number): number =>
  crashCount + ALONE + 1 - (phaseOf(crashCount) ?? 0);
