import { measureBulk, measurePostgresBulk } from '@/bench/bulk/measure-bulk';
import { measureFirstRun } from '@/bench/first-run/measure-first-run';
import { measureFormats } from '@/bench/formats/measure-formats';
import { measureHttp } from '@/bench/http/measure-http';
import { measurePage } from '@/bench/http/measure-page';
import { startServers } from '@/bench/http/start-servers';
import { measureLists } from '@/bench/lists/measure-lists';
import { measureNeighbors } from '@/bench/neighbors/measure-neighbors';
import { measureProviders } from '@/bench/providers/measure-providers';
import { measurePostgresScale, measureScale } from '@/bench/scale/measure-scale';
import { measurePostgresWorkflows, measureWorkflows } from '@/bench/workflows/measure-workflows';
import type { Figure } from './figure';

/** The parts that share the site and the floors it is measured against. */
const served = { http: measureHttp, page: measurePage };

/** The parts that start a site of their own, or need databases only. */
const unserved = {
  scale: measureScale,
  'postgres-scale': measurePostgresScale,
  lists: measureLists,
  neighbors: measureNeighbors,
  providers: measureProviders,
  workflows: measureWorkflows,
  'postgres-workflows': measurePostgresWorkflows,
  bulk: measureBulk,
  'postgres-bulk': measurePostgresBulk,
  formats: measureFormats,
  'first-run': measureFirstRun,
};

/** The names that `--only` accepts. */
export const partNames = [...Object.keys(served), ...Object.keys(unserved)];

/**
 * Measures parts of the bench, one after the other.
 *
 * @param names of the parts
 * @throws Stop if one couldn't be measured
 */
export async function measureParts(names: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
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
