import { demoPassword } from '@/lib/config/demo';
import { updateAccount } from '@/lib/server/account/change-account';
import { createAccount } from '@/lib/server/account/create-account';
import { authenticate } from '@/lib/server/auth/authenticate';
import { signOut } from '@/lib/server/auth/sessions';
import { operatorViewer, sessionViewer } from '@/lib/server/auth/viewer';
import { updateBillingProfile } from '@/lib/server/billing/billing-profile';
import { disableUser, enableUser, updateMyProfile } from '@/lib/server/users/update-user';
import type { User } from '@/prisma/generated/prisma/client';
import { acmeJobs } from '@/prisma/seed/acme/acme-jobs';
import { type AcmeKeys, createAcmeKeys, retireAcmeKeys } from '@/prisma/seed/acme/acme-keys';
import { type AcmePeople, hireAcmePeople } from '@/prisma/seed/acme/acme-people';
import { acmeLanes, acmeVolume, badDay, OVERAGE_MONTH_AGO } from '@/prisma/seed/acme/acme-usage';
import { acmeWeek } from '@/prisma/seed/acme/acme-week';
import { billMonths } from '@/prisma/seed/bill-months';
import { arrive, arriveAndWork, markKeysUsed } from '@/prisma/seed/demo-people';
import { meterUsage } from '@/prisma/seed/meter-usage';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';
import { firstDayWithJobs, repeatDemoJobs } from '@/prisma/seed/workflows/repeat-demo-jobs';
import { runDemoJobs } from '@/prisma/seed/workflows/run-demo-jobs';

/** Acme Robotics: two years of a growing customer, with something of everything. */
export async function seedAcme(time: Timeline): Promise<void> {
  const { account, admin } = await createAccount(
    time.monthsAgo(ACME_MONTHS, 4, '09:12'),
    { name: 'Acme Automation', planId: 'plan_starter', demo: true },
    { email: 'admin@acme.test', password: demoPassword, first_name: 'Ada', last_name: 'Byron' },
  );
  const people = await hireAcmePeople(time, admin);
  const keys = await createAcmeKeys(time, people);
  const usage = {
    name: 'acme',
    accountId: account.id,
    volume: acmeVolume(time.today),
    lanes: acmeLanes(people, keys),
    badDay: badDay(time.today),
  };
  await meterUsage(time, usage, firstDayWithJobs(time));
  await runDemoJobs(time, acmeJobs(people), new SeededRandom('acme job ids'));
  await runDemoJobs(time, acmeWeek(people, keys), new SeededRandom('acme week ids'));
  await repeatDemoJobs(time, usage);
  await markKeysUsed(time, Object.values(keys));
  await retireAcmeKeys(time, people, keys);
  await billAcme(time, people.ada);
  await liveAcmeDays(time, people);
  await disableEmil(time, people, keys);
}

/** Months with an issued invoice; the present month's draft is the 24th. */
const ACME_MONTHS = 23;

/** Acme's invoices and billing profile; on Pro since the month after its overage. */
function billAcme(time: Timeline, ada: User): Promise<void> {
  const { accountId } = ada;
  const profile = (ago: number, dayOfMonth: number, fields: Parameters<typeof updateBillingProfile>[3]) =>
    updateBillingProfile(time.monthsAgo(ago, dayOfMonth, '13:17'), operatorViewer(ada), accountId, fields);
  return billMonths(time, {
    accountId,
    months: ACME_MONTHS,
    endings: { 1: 'OPEN', 2: 'OPEN', 9: 'VOID', 16: 'VOID' },
    events: {
      23: () =>
        profile(23, 6, {
          full_name: 'Ada Byron',
          email: 'billing@acme.test',
          company_name: 'Acme Automation GmbH',
          address_line1: 'Werkstraße 12',
          city: 'Hannover',
          postal_code: '30419',
          country: 'DE',
        }),
      19: () => profile(19, 11, { tax_id: 'DE301204567', tax_id_label: 'USt-IdNr.' }),
      13: () => profile(13, 8, { company_name: 'Acme Robotics GmbH' }),
      6: () =>
        profile(6, 20, {
          address_line1: 'Am Güterbahnhof 3',
          address_line2: 'Halle B, 2. OG',
          city: 'Bremen',
          state: 'Bremen',
          postal_code: '28195',
          phone_number: '+49 421 5550123',
        }),
      [OVERAGE_MONTH_AGO - 1]: () =>
        updateAccount(time.monthsAgo(OVERAGE_MONTH_AGO - 1, 2, '09:48'), operatorViewer(ada), accountId, {
          account_plan_id: 'plan_pro',
        }),
    },
  });
}

/** The small changes of two years that fill an audit trail. */
async function liveAcmeDays(time: Timeline, people: AcmePeople): Promise<void> {
  const { ada, katherine, grace, charles, maria } = people;
  const admin = operatorViewer(ada);
  await updateAccount(time.monthsAgo(13, 8, '13:02'), admin, ada.accountId, {
    account_name: 'Acme Robotics',
  });
  await updateAccount(time.daysAgo(118, '09:21'), admin, ada.accountId, {
    settings: { timezone: 'Europe/Berlin', alerts: { usage_percent: 80, email: 'ops@acme.test' } },
  });
  await updateAccount(time.daysAgo(15, '08:12'), operatorViewer(katherine), ada.accountId, {
    settings: { timezone: 'Europe/Berlin', alerts: { usage_percent: 90, email: 'ops@acme.test' } },
  });
  await updateMyProfile(time.daysAgo(160, '12:33'), operatorViewer(grace), { password: demoPassword });
  await disableUser(time.daysAgo(199, '16:45'), admin, charles.id);
  await enableUser(time.daysAgo(182, '08:58'), admin, charles.id);
  await updateMyProfile(time.daysAgo(98, '10:10'), operatorViewer(maria), { first_name: 'Maria Gaetana' });
  await signInsAndOuts(time, people);
}

/** The sign-ins of each person. Sofya and Zoë have never signed in. */
async function signInsAndOuts(time: Timeline, people: AcmePeople) {
  const { ada, grace, emil, katherine, mary } = people;
  await arriveAndWork(time, time.daysAgo(47, '08:03'), emil);
  await arrive(time.daysAgo(36, '16:57'), katherine);
  await arrive(time.daysAgo(33, '07:58'), mary);
  await arrive(time.daysAgo(21, '10:31'), grace);
  await arrive(time.daysAgo(9, '09:05'), ada);
  await leave(time, grace.id);
  await arrive(time.daysAgo(15, '08:06'), katherine, 'phone');
  await arriveAndWork(time, time.daysAgo(8, '08:21'), katherine);
  await arriveAndWork(time, time.daysAgo(28, '07:44'), people.charles);
  await arriveAndWork(time, time.daysAgo(26, '09:50'), people.alicia);
  await arriveAndWork(time, time.daysAgo(22, '08:12'), people.george);
  await arriveAndWork(time, time.daysAgo(17, '12:40'), people.maria);
  await arrive(time.daysAgo(75, '10:01'), people.ops);
  await arriveAndWork(time, time.daysAgo(12, '08:35'), people.augustus);
  await arriveAndWork(time, time.daysAgo(5, '07:52'), people.emmy);
  await arriveAndWork(time, time.daysAgo(2, '09:14'), grace);
  await arriveAndWork(time, time.at(new Date(time.present.getTime() - 40 * 60_000)), ada);
}

async function leave(time: Timeline, userId: string) {
  const ctx = time.daysAgo(21, '18:02');
  const session = await ctx.db.prisma.session.findFirstOrThrow({
    where: { userId },
    include: { user: true },
    orderBy: { createdAt: 'desc' },
  });
  const viewer = sessionViewer(session, ctx.now());
  if (viewer) await signOut(ctx, viewer);
}

/**
 * Emil left, and a program disabled him with Ada's key, so that the audit trail has an entry made through one. His jobs
 * and his key stay.
 */
async function disableEmil(time: Timeline, { emil }: AcmePeople, { offboarding }: AcmeKeys): Promise<void> {
  const then = time.daysAgo(36, '17:02');
  const key = await authenticate(then, offboarding.rawKey);
  if (!key) throw new Error('The offboarding key does not work.');
  await disableUser(then, key, emil.id);
}
