import { documents } from '@/bench/documents';
import { measureInRounds } from '@/bench/rounds';
import { timedRequests } from '@/bench/timed-request';
import { isPostgresUrl } from '@/lib/config/database-url';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import type { ScaleResult } from './measure-scale';
import { NOW, signInWorld } from './world';

// `tsx bench/scale/scale-program.ts DATABASE…` (files or URLs) sends the same requests to each database in turns, within this process, and
// prints a ScaleResult as JSON.

const ROUNDS = 300;
const WARM_UP = 30;

async function openMeasured(database: string) {
  const url = isPostgresUrl(database) ? database : `file:${database}`;
  const ctx = { ...serverContext(openDatabase(url)), now: () => NOW };
  const { developer, admin } = await signInWorld(ctx);
  const timeOf = timedRequests(ctx, database);
  return {
    dashboard: () => timeOf(developer.token, documents.dashboard, { userId: developer.user.id }),
    adminOverview: () => timeOf(admin.token, documents.adminOverview, { accountId: admin.user.accountId }),
    close: () => ctx.db.close(),
  };
}

const databases = await Promise.all(process.argv.slice(2).map(openMeasured));
const options = { warmUp: WARM_UP };
const dashboard = await measureInRounds(databases, ROUNDS, (each) => each.dashboard(), options);
const adminOverview = await measureInRounds(databases, ROUNDS, (each) => each.adminOverview(), options);
for (const each of databases) await each.close();
const result: ScaleResult = { dashboard, adminOverview };
console.log(JSON.stringify(result));
