import { isSmall } from '@/lib/engine/expressions/scope';
import type { TextWork, WorkLimits } from './evaluation';
import { type Evaluators, openEvaluators } from './evaluators';

/** Characters and values of work that is tried in the short lane: most of it takes some tens of milliseconds there. */
const shortWork = 50_000;
/** Of work in the short lane. */
const shortLimits = { milliseconds: 2_000, mebibytes: 192 } as const satisfies WorkLimits;

/**
 * Processes for work on whole texts, in two lanes. Short work has a lane of its own, in which nothing takes long: work
 * that passes the lane's limits starts again among the long work, with its whole limits.
 *
 * In each lane, an account has one process and there are three, so two accounts never hold up a third. The system
 * slices the processors among them. Stopping and continuing processes would give the same turns: it's memory that limits
 * how many accounts can have work under way, and a stopped process keeps its memory. Three long texts take at most
 * 1.5 GiB at once, for at most ten seconds of processor time each.
 * @param limits of one piece of work
 */
export function openTextEvaluators(limits: WorkLimits): Evaluators<TextWork> {
  const lane = { program: 'read-program', processes: 3, mostOfAccount: 1 } as const;
  const long = openEvaluators<TextWork>({ ...lane, limits });
  const short = openEvaluators<TextWork>({
    ...lane,
    limits: {
      milliseconds: Math.min(shortLimits.milliseconds, limits.milliseconds),
      mebibytes: Math.min(shortLimits.mebibytes, limits.mebibytes),
    },
  });
  return {
    async run(work, caller) {
      if (isSmall(work, shortWork)) {
        const answer = await short.run(work, caller);
        if (!('passed' in answer) || answer.passed === 'depth') return answer;
      }
      return long.run(work, caller);
    },
    get processIds() {
      return [...short.processIds, ...long.processIds];
    },
    close() {
      short.close();
      long.close();
    },
  };
}
