import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastLines, runChild } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { typeScript } from '@/scripts/setup/run-tool.mjs';
import type { Plan } from './plan-mutants';
import { readVerdicts, type Verdict } from './score';

const MINUTES = 120;

/**
 * Tries every mutant of a plan, in one process per core.
 * @param directory for the plan and the results
 * @throws Stop if a test fails without a mutant
 */
export async function tryMutants(plan: Plan, directory: string): Promise<Verdict[]> {
  const planFile = path.join(directory, 'plan.json');
  fs.writeFileSync(planFile, JSON.stringify(plan));
  const shards = os.availableParallelism();
  const all = await Promise.all(
    Array.from({ length: shards }, (_, shard) => tryShard(planFile, directory, `${shard}/${shards}`)),
  );
  return all.flat();
}

/**
 * Starts the process again while it makes progress. A mutant may end the process, or leave tests broken for the next
 * one.
 */
async function tryShard(planFile: string, directory: string, shard: string): Promise<Verdict[]> {
  const [command, ...args] = typeScript;
  const results = path.join(directory, `results-${shard.replace('/', '-of-')}.jsonl`);
  for (;;) {
    const before = readVerdicts(results).length;
    const { code, output } = await runChild(
      command,
      [...args, path.join(import.meta.dirname, 'mutants-program.ts')],
      {
        env: {
          NODE_ENV: 'test',
          MUTATION_PLAN: planFile,
          MUTATION_RESULTS: results,
          MUTATION_SHARD: shard,
        },
        minutes: MINUTES,
      },
    );
    const verdicts = readVerdicts(results);
    if (code === 0) return verdicts;
    if (verdicts.length === before) throw new Stop('The tests fail without a mutant.', lastLines(output));
  }
}
