import { isSmall } from '@/lib/engine/expressions/scope';
import type { TextWork, WorkLimits } from './evaluation';
import { type Evaluators, openEvaluators } from './evaluators';

/** Characters and values of short work, most of which takes some tens of milliseconds. */
const shortWork = 50_000;
const shortLimits = { milliseconds: 2_000, mebibytes: 192 } as const satisfies WorkLimits;

/**
 * Processes for work on whole texts, in two lanes. Short work has a lane of its own: work that exceeds the lane's limits
 * starts again in the long lane, with its full limits. So no queue has to let shorter work go first, which could starve
 * longer work. All processes together take at most 2.1 GiB, and only while three
 * accounts work on the costliest texts in each lane.
 * @param limits of one piece of work
 * @param short limits of the lane for short work, where they are lower
 */
export function openTextEvaluators(
  limits: WorkLimits,
  short: WorkLimits = shortLimits,
): Evaluators<TextWork> {
  const longLane = openEvaluators<TextWork>({ program: 'read-program', limits });
  const shortLane = openEvaluators<TextWork>({
    program: 'read-program',
    limits: {
      milliseconds: Math.min(short.milliseconds, limits.milliseconds),
      mebibytes: Math.min(short.mebibytes, limits.mebibytes),
    },
  });
  return {
    async run(work, caller) {
      if (isSmall(work, shortWork)) {
        const result = await shortLane.run(work, caller);
        if (!('passed' in result) || result.passed === 'depth') return result;
      }
      return longLane.run(work, caller);
    },
    get processIds() {
      return [...shortLane.processIds, ...longLane.processIds];
    },
    close() {
      shortLane.close();
      longLane.close();
    },
  };
}
