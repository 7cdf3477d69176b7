import fs from 'node:fs';
import path from 'node:path';
import { startVitest } from 'vitest/node';
import { root } from '@/scripts/project.mjs';
import project from '@/vitest.config';
import type { Plan } from './plan-mutants';

// Tries the mutants of one shard: mutation-runner.ts takes the place of Vitest's own runner.

const { sources }: Plan = JSON.parse(fs.readFileSync(process.env.MUTATION_PLAN ?? '', 'utf8'));

const vitest = await startVitest(
  'test',
  [],
  {
    root,
    config: false,
    watch: false,
    env: project.test?.env ?? {},
    // Stands for all tests: the runner takes them from the plan.
    include: ['testing/mutation/areas.ts'],
    passWithNoTests: true,
    runner: 'testing/mutation/mutation-runner.ts',
    pool: 'forks',
    // One process tries many mutants, without loading the code again for each.
    isolate: false,
    testTimeout: 15_000,
    hookTimeout: 15_000,
    globalSetup: ['testing/database-templates.ts'],
  },
  {
    resolve: project.resolve ?? {},
    plugins: [
      {
        name: 'switchyard-mutants',
        enforce: 'pre',
        load: (id: string) => sources[path.relative(root, id)],
      },
    ],
  },
);
await vitest.close();
