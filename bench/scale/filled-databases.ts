// @ts-check
import { keptDatabase } from '@/bench/databases/kept-database';

// What a kept file depends on beside its tables: what writes them, and what is written.
const sources = [
  ...['lib/config/plans.ts', 'lib/server/usage/meter-executions.ts'],
  ...['bench/scale/fill.ts', 'bench/scale/world.ts'],
];

/**
 * A database with so many executions.
 *
 * @param {number} executions
 * @returns {Promise<string>} the absolute path of its file
 */
export function filledDatabase(executions) {
  const many = executions.toLocaleString('en');
  return keptDatabase({
    name: String(executions),
    doing: `metering ${many} executions`,
    done: `${many} executions metered`,
    sources,
    script: 'bench/scale/fill.ts',
    args: [String(executions)],
  });
}
