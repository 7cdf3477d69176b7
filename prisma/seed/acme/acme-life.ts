import { demoPassword } from '@/lib/config/demo';
import { updateAccount } from '@/lib/server/account/update-account';
import { authenticate } from '@/lib/server/auth/authenticate';
import { signIn } from '@/lib/server/auth/sign-in';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { signOut } from '@/lib/server/auth/sign-out';
import { operatorViewer, sessionViewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { disableUser } from '@/lib/server/users/disable-user';
import { enableUser } from '@/lib/server/users/enable-user';
import { updateMyProfile } from '@/lib/server/users/update-my-profile';
import type { User } from '@/prisma/generated/prisma/client';
import type { AcmeKeys } from '@/prisma/seed/acme/acme-keys';
import type { AcmePeople } from '@/prisma/seed/acme/acme-people';
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

const BROWSERS = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone: 'Mozilla/5.0 (Linux; Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
};

/** Each costs a password check of 30 ms, so they are few. */
async function signInsAndOuts(time: Timeline, { ada, grace, emil, katherine, mary }: AcmePeople) {
  const limiter = new SignInLimiter();
  const arriveAt = async (ctx: ServerContext, { email }: User, userAgent: string) => {
    await signIn(ctx, { address: '127.0.0.1', userAgent, limiter }, { email, password: demoPassword });
  };
  const arrive = (user: User, ago: number, at: string, userAgent = BROWSERS.desktop) =>
    arriveAt(time.daysAgo(ago, at), user, userAgent);
  await arrive(emil, 47, '08:03');
  await arrive(katherine, 36, '16:57');
  await arrive(mary, 33, '07:58');
  await arrive(grace, 21, '10:31');
  await arrive(ada, 9, '09:05');
  await leave(time, grace.id);
  await arrive(katherine, 15, '08:06', BROWSERS.phone);
  await arrive(grace, 2, '09:14');
  await arriveAt(time.at(new Date(time.present.getTime() - 40 * 60_000)), ada, BROWSERS.desktop);
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
