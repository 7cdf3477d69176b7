// @ts-check
import { keptDatabase } from '@/bench/databases/kept-database';

/** @returns {Promise<string>} the file of the demo data, seeded as of the bench's moment */
export const demoDatabase = () =>
  keptDatabase({
    name: 'console-demo',
    doing: 'seeding the demo accounts',
    done: 'demo accounts seeded',
    sources: ['lib/config/plans.ts', 'prisma/seed', 'bench/console/fill-demo.ts', 'bench/scale/world.ts'],
    script: 'bench/console/fill-demo.ts',
  });

/** @returns {Promise<string>} the file of the big account */
export const bigDatabase = () =>
  keptDatabase({
    name: 'console-big',
    doing: 'filling the big account',
    done: 'big account filled',
    sources: [
      ...['lib/config/plans.ts', 'lib/server/users/create-user.ts', 'lib/server/audit/record-audit.ts'],
      ...['lib/server/usage/meter-executions.ts', 'lib/server/billing/issue-invoice.ts'],
      ...['prisma/seed/timeline.ts', 'prisma/seed/seeded-random.ts', 'prisma/seed/bill-months.ts'],
      ...['bench/console/fill-big.ts', 'bench/console/big', 'bench/scale/world.ts'],
    ],
    script: 'bench/console/fill-big.ts',
  });
