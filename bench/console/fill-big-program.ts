import { NOW } from '@/bench/scale/world';
import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { updateBillingProfile } from '@/lib/server/billing/update-billing-profile';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { billMonths } from '@/prisma/seed/bill-months';
import { timeline } from '@/prisma/seed/timeline';
import { addEvents, addUsage } from './big-history';
import { ADMIN, addKeys, addUsers, size } from './big-people';

// `tsx bench/console/fill-big-program.ts FILE` makes a database with the big account. The functions of the product
// write the account, its usage and its billing; people, keys and events are written as rows of the same shape.

const PASSWORD = 'correct horse battery';

const url = `file:${process.argv[2]}`;
await deployMigrations(url);
const db = openDatabase(url);
const time = timeline(db, NOW, 'big');
await syncPlans(time.at(NOW));
const opening = time.monthsAgo(size.months, 1, '08:00');
const { account, admin } = await createAccount(
  opening,
  { name: 'Big', planId: 'plan_pro', demo: true },
  { email: ADMIN, password: PASSWORD, first_name: 'Ada', last_name: 'Byron' },
);
await updateBillingProfile(opening, operatorViewer(admin), account.id, {
  full_name: 'Ada Byron',
  email: 'billing@big.example',
  country: 'DE',
});
const users = await addUsers(time, admin);
const keys = await addKeys(time, users);
await addEvents(time, users, keys);
await addUsage(time, users, keys);
await billMonths(time, { accountId: account.id, months: size.months, endings: { 1: 'OPEN' }, events: {} });
await db.close();
