import { demoPassword } from '@/lib/config/demo';
import { updateAccount } from '@/lib/server/account/update-account';
import { authenticate } from '@/lib/server/auth/authenticate';
import { signOut } from '@/lib/server/auth/sign-out';
import { operatorViewer, sessionViewer } from '@/lib/server/auth/viewer';
import { disableUser } from '@/lib/server/users/disable-user';
import { enableUser } from '@/lib/server/users/enable-user';
import { updateMyProfile } from '@/lib/server/users/update-my-profile';
import type { AcmeKeys } from '@/prisma/seed/acme/acme-keys';
import type { AcmePeople } from '@/prisma/seed/acme/acme-people';
import { arrive, arriveAndWork } from '@/prisma/seed/demo-sign-ins';
import type { Timeline } from '@/prisma/seed/timeline';

/** The small changes of two years that fill an audit trail. */
export async function liveAcmeDays(time: Timeline, people: AcmePeople): Promise<void> {
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

/** Who signed in when. Sofya and Zoë have never done so. */
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
  const session = await ctx.db.read.session.findFirstOrThrow({
    where: { userId },
    include: { user: true },
    orderBy: { createdAt: 'desc' },
  });
  const viewer = sessionViewer(session, ctx.now());
  if (viewer) await signOut(ctx, viewer);
}

/**
 * Emil left, and a program disabled him with Ada's key, so that the audit trail has an entry made through one. What he
 * ran and the key he made stay.
 */
export async function disableEmil(
  time: Timeline,
  { emil }: AcmePeople,
  { offboarding }: AcmeKeys,
): Promise<void> {
  const then = time.daysAgo(36, '17:02');
  const key = await authenticate(then, offboarding.rawKey);
  if (!key) throw new Error('The offboarding key does not work.');
  await disableUser(then, key, emil.id);
}
