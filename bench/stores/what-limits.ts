import type { Cores } from './spread-load';

/** From this share of all cores on, they count as taken: what is left goes to the rest of the machine. */
const TAKEN = 0.9;
/** From this share of a core on, a single-threaded process counts as busy all the time. */
const BUSY = 0.9;

/**
 * Says in one line what keeps a load from going faster.
 *
 * @param processes how many server processes there are, each with one thread that runs JavaScript
 */
export function whatLimits({ servers, database, client, all }: Cores, processes: number): string {
  const shares = `servers ${servers.toFixed(2)}, database ${database.toFixed(2)}, client ${client.toFixed(2)} of ${all} cores`;
  if (servers + database + client >= TAKEN * all) return `${shares}: all cores are taken`;
  if (servers >= BUSY * processes) return `${shares}: the servers have no thread to spare`;
  if (client >= BUSY) return `${shares}: the client can't send faster`;
  return `${shares}: calls wait, for locks, for the disk, or for cores that other programs take`;
}
