import { isPostgresUrl } from '@/lib/config/database-url';
import { addDays, dayOf, startOfDay } from '@/lib/rules/day';
import { syncPlans } from '@/lib/server/billing/plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { createWorld, DAYS, NOW } from './world';

// `tsx bench/scale/fill-program.ts DATABASE COUNT` makes a database (a file or a URL) with that many executions, written
// by the functions of the product.

const BATCH = 10_000;
const HALF_DAY_MS = 43_200_000;

const [database, count] = [process.argv[2] ?? '', Number(process.argv[3])];
const url = isPostgresUrl(database) ? database : `file:${database}`;
await deployMigrations(url);
const db = openDatabase(url);
const ctx = { ...serverContext(db), now: () => NOW };
await syncPlans(ctx);
const { account, users, templates } = await createWorld(ctx);

/** The executions of a day reach every pair of user and template, so that all sizes fill the same roll-up rows. */
function execution(day: number, index: number, ofDay: number): MeteredExecution {
  const start = startOfDay(addDays(dayOf(NOW), day + 1 - DAYS)).getTime();
  return {
    accountId: account.id,
    userId: users[index % users.length]?.id ?? '',
    templateId: templates[Math.floor(index / users.length) % templates.length]?.id ?? '',
    apiKeyId: null,
    status: index % 50 === 0 ? 'FAILED' : 'COMPLETED',
    model: 'sandbox/fast',
    tokensIn: 400 + (index % 97),
    tokensOut: 90 + (index % 31),
    costMicros: 150 + (index % 53),
    latencyMs: 600 + (index % 211),
    finishedAt: new Date(start + Math.floor((HALF_DAY_MS * index) / ofDay)),
  };
}

for (let day = 0; day < DAYS; day += 1) {
  const ofDay = Math.floor(((day + 1) * count) / DAYS) - Math.floor((day * count) / DAYS);
  for (let first = 0; first < ofDay; first += BATCH) {
    const length = Math.min(BATCH, ofDay - first);
    const batch = Array.from({ length }, (_, index) => execution(day, first + index, ofDay));
    await db.write((tx) => meterExecutions(tx, ctx, batch));
  }
}
await db.close();
