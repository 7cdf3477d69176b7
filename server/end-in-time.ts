import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { endWith } from '@/scripts/console/command.mjs';

/** How long (ms) ending may take in all. Then the process cuts off what still runs, and exits with 1. */
const LONGEST_END = 9_500;

/**
 * Sets how a server or worker ends when it is asked to, within ten seconds.
 * @param state the requests still under way, for the log
 */
export function endInTime(logger: Logger, end: () => Promise<void>, state: () => object = () => ({})): void {
  endWith(async () => {
    logger.info(state(), 'Asked to end');
    const code = await Promise.race([end().then(() => 0), delay(LONGEST_END, 1)]);
    if (code === 0) logger.info('Ended');
    else logger.error(state(), 'Ended before all was done');
    return code;
  });
}
