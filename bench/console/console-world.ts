import type { ServerContext } from '@/lib/server/runtime/context';
import { sessionToken } from '@/testing/test-world';

/** Whose console it is, and the records that its pages are narrowed by. */
export type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** The console of an admin of a filled database, with a token good at its moment. */
export async function consoleWorld(ctx: ServerContext, email: string) {
  const { user, apiKey, auditEvent } = ctx.db.read;
  const admin = await user.findUniqueOrThrow({ where: { email } });
  const { accountId } = admin;
  const all = { where: { accountId }, orderBy: newestFirst };
  const half = (count: number) => Math.floor(count / 2);
  const [userHalf, keyHalf, eventHalf] = [
    half(await user.count({ where: { accountId } })),
    half(await apiKey.count({ where: { accountId } })),
    half(await auditEvent.count({ where: { accountId } })),
  ];
  return {
    accountId,
    adminId: admin.id,
    token: await sessionToken(ctx, admin),
    /** Who owns the newest key. */
    ownerId: (await apiKey.findFirstOrThrow(all)).userId,
    /** The rows in the middle of the lists. */
    middle: {
      user: (await user.findFirstOrThrow({ ...all, skip: userHalf })).id,
      key: (await apiKey.findFirstOrThrow({ ...all, skip: keyHalf })).id,
      event: (await auditEvent.findFirstOrThrow({ ...all, skip: eventHalf })).id,
    },
  };
}
