// @ts-check
import { measureAbuse } from '@/bench/abuse/measure-abuse';
import { measureConnections } from '@/bench/connections/measure-connections';
import { measureConsole } from '@/bench/console/console';
import { measureHttp } from '@/bench/http/http';
import { measurePage } from '@/bench/http/page';
import { startServers } from '@/bench/http/start-servers';
import { measureScale } from '@/bench/scale/scale';
import { measureSearch } from '@/bench/search/search';
import { measureTenancy } from '@/bench/tenancy/tenancy';

/** @typedef {import('@/bench/figures/figure').Figure} Figure */

/** The parts of the bench that need the two servers. */
const served = { http: measureHttp, page: measurePage, search: measureSearch };

/** The parts that bring what they ask: a site of their own, or databases. */
const unserved = {
  connections: measureConnections,
  scale: measureScale,
  console: measureConsole,
  tenancy: measureTenancy,
  abuse: measureAbuse,
};

/** What `--only` may name. */
export const partNames = [...Object.keys(served), ...Object.keys(unserved)];

/**
 * @param {readonly string[]} names of the parts to run
 * @returns {Promise<Figure[]>}
 * @throws {import('@/scripts/console/stop.mjs').Stop} when one could not be measured
 */
export async function measureParts(names) {
  const figures = [];
  const parts = Object.entries(served).filter(([name]) => names.includes(name));
  if (parts.length > 0) {
    const servers = await startServers();
    for (const [, measure] of parts) figures.push(...(await measure(servers)));
    await servers.stop();
  }
  for (const [name, measure] of Object.entries(unserved))
    if (names.includes(name)) figures.push(...(await measure()));
  return figures;
}
