import type { z } from 'zod';
import { demoPassword } from '@/lib/config/demo';
import { authenticate } from '@/lib/server/auth/authenticate';
import { signIn } from '@/lib/server/auth/sign-in';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { insertUser } from '@/lib/server/users/create-user';
import { newUserInput } from '@/lib/validation/users';
import type { ApiKey, User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

/**
 * Adds a person as createUser does, but with the admin's password hash: hashing it again takes 30 ms per person.
 * @param options.invited whether the password is still the temporary one of the invitation
 */
export function hire(
  ctx: ServerContext,
  admin: User,
  person: Omit<z.input<typeof newUserInput>, 'password'>,
  { invited = false } = {},
): Promise<User> {
  const { password: _, ...fields } = parseInput(newUserInput, { ...person, password: demoPassword });
  const { passwordHash } = admin;
  return ctx.db.write((tx) =>
    insertUser(tx, ctx, operatorViewer(admin), admin.accountId, {
      ...fields,
      passwordHash,
      ...(invited && { temporaryPasswordAt: ctx.now() }),
    }),
  );
}

/** A key and the secret it was last given. */
export interface DemoKey {
  apiKey: ApiKey;
  rawKey: string;
}

/** Leaves on every key that ran something the mark of its last use, by using it again at that moment. */
export async function markKeysUsed(time: Timeline, keys: readonly DemoKey[]): Promise<void> {
  const { prisma: read } = time.at(time.present).db;
  for (const { apiKey, rawKey } of keys) {
    const { _max } = await read.dailyUsage.aggregate({
      where: { accountId: apiKey.accountId, grain: 'API_KEY', subjectId: apiKey.id },
      _max: { day: true },
    });
    if (!_max.day) continue;
    const last = await read.execution.findFirst({
      where: { accountId: apiKey.accountId, apiKeyId: apiKey.id, finishedAt: { gte: new Date(_max.day) } },
      orderBy: { finishedAt: 'desc' },
      select: { finishedAt: true },
    });
    if (last) await authenticate(time.at(last.finishedAt), rawKey);
  }
}

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
  const { _max } = await ctx.db.prisma.execution.aggregate({
    where: { userId: user.id, apiKeyId: null },
    _max: { finishedAt: true },
  });
  if (_max.finishedAt && _max.finishedAt > ctx.now()) await authenticate(time.at(_max.finishedAt), token);
}
