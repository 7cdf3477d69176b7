import { addEvents } from '@/bench/console/big/add-events';
import { addKeys } from '@/bench/console/big/add-keys';
import { addUsage } from '@/bench/console/big/add-usage';
import { addUsers } from '@/bench/console/big/add-users';
import { ADMIN, PASSWORD, size } from '@/bench/console/big/size';
import { NOW } from '@/bench/scale/world';
import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { updateBillingProfile } from '@/lib/server/billing/update-billing-profile';
import { openDatabase } from '@/lib/server/database/database';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { billMonths } from '@/prisma/seed/bill-months';
import { timeline } from '@/prisma/seed/timeline';

// `tsx bench/console/fill-big.ts FILE` makes a database with the big account: usage, billing and the account through
// the product's own writes, people, keys and the trail as rows of the shape those write.

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
await billMonths(time, { accountId: account.id, months: size.months, endings: { 1: 'OPEN' }, deeds: {} });
await db.close();
