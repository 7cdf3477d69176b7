import { demoPassword } from '@/lib/config/demo';
import { authenticate } from '@/lib/server/auth/authenticate';
import { signIn } from '@/lib/server/auth/sign-in';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

const BROWSERS = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone: 'Mozilla/5.0 (Linux; Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
};

/** Signs a person in, which costs a password check of 30 ms. @returns the session's token */
export async function arrive(
  ctx: ServerContext,
  { email }: User,
  device: keyof typeof BROWSERS = 'desktop',
): Promise<string> {
  const client = { address: '127.0.0.1', userAgent: BROWSERS[device], limiter: new SignInLimiter() };
  return (await signIn(ctx, client, { email, password: demoPassword })).token;
}

/** Signs a person in and uses the session for the last time when they last ran something without a key. */
export async function arriveAndWork(time: Timeline, ctx: ServerContext, user: User): Promise<void> {
  const token = await arrive(ctx, user);
  const { _max } = await ctx.db.read.execution.aggregate({
    where: { userId: user.id, apiKeyId: null },
    _max: { finishedAt: true },
  });
  if (_max.finishedAt && _max.finishedAt > ctx.now()) await authenticate(time.at(_max.finishedAt), token);
}
