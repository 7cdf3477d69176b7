import { NOW } from '@/bench/scale/world';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { seedDemo } from '@/prisma/seed/demo';

// `tsx bench/console/fill-demo-program.ts FILE` makes a database with the demo accounts at the bench's moment.

const url = `file:${process.argv[2]}`;
await deployMigrations(url);
const db = openDatabase(url);
await syncPlans(serverContext(db));
await seedDemo(db, NOW);
await db.close();
