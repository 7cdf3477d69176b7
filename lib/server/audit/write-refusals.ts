import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { recordAudit } from './record-audit';
import type { Refusal, Refused, RefusedPerson } from './refusals';

/** How many people's refusals go into one transaction. */
const PART = 200;

/**
 * Writes the refusals that are due into the audit trail. Sign-ins for an address that no user has are only counted in
 * the log. Refusals that can't be written wait for the next time. Never throws. Don't call it twice at once: see
 * `keepRefusals`.
 * @param options.all includes refusals whose ten minutes aren't over
 */
export async function writeRefusals(ctx: ServerContext, { all = false } = {}): Promise<void> {
  const unnoted = ctx.refusals.takeUnnoted();
  if (unnoted > 0) logger.warn({ refusals: unnoted }, "Refusals of too many people at once weren't recorded");
  const now = ctx.now();
  const due = ctx.refusals
    .all()
    .map((refused) => ({ refused, refusals: refused.window.due(now, all) }))
    .filter(({ refusals }) => refusals.length > 0);
  try {
    for (let start = 0; start < due.length; start += PART)
      await writePart(ctx, due.slice(start, start + PART));
  } catch (err) {
    logger.error({ err }, "Refusals couldn't be recorded yet");
  }
  for (const refused of ctx.refusals.all())
    if (refused.window.isEmpty && refused.window.isOver(now)) ctx.refusals.forget(refused);
}

type Due = { refused: Refused; refusals: Refusal[] };

async function writePart(ctx: ServerContext, due: readonly Due[]): Promise<void> {
  const find = await findPeople(
    ctx,
    due.map(({ refused }) => refused.person),
  );
  const found = due.flatMap((one) => {
    const person = find(one.refused.person);
    return person ? [{ ...one, person }] : [];
  });
  if (found.length > 0)
    await ctx.db.write(async (tx) => {
      for (const { refused, refusals, person } of found)
        for (const { at, times, facts } of refusals)
          await recordAudit(
            tx,
            { ...ctx, now: () => at },
            {
              action: refused.action,
              // Nothing proves that this person tried to sign in.
              actor: refused.action === 'user.refuse_sign_in' ? null : { userId: person.id },
              accountId: person.accountId,
              entityId: person.id,
              details: { ...facts, times },
            },
          );
    });
  for (const { refused, refusals } of found) refused.window.written(refusals.length);
  const unknown = due.filter(({ refused }) => !find(refused.person));
  if (unknown.length === 0) return;
  for (const { refused } of unknown) ctx.refusals.forget(refused);
  const times = unknown.flatMap(({ refusals }) => refusals).reduce((sum, refusal) => sum + refusal.times, 0);
  logger.info({ refusals: times }, 'Sign-ins were refused for addresses that no user has');
}

/** @returns a function that finds one of these people; it returns null if no user has the address */
async function findPeople({ db }: ServerContext, people: readonly RefusedPerson[]) {
  const emails = people.flatMap((person) => ('email' in person ? [person.email] : []));
  const users = await db.prisma.user.findMany({
    where: { email: { in: emails } },
    select: { id: true, accountId: true, email: true },
  });
  return (person: RefusedPerson): { id: string; accountId: string } | null =>
    'email' in person ? (users.find(({ email }) => email === person.email) ?? null) : person;
}

/** Long enough after the response that the response's time reveals nothing about the write. */
const WRITE_EVERY = 1_000;

/**
 * Writes refused sign-ins and calls into the audit trail every second while a server runs.
 * @returns stops it, after writing the rest
 */
export function keepRefusals(ctx: ServerContext): () => Promise<void> {
  const end = repeat(WRITE_EVERY, () => writeRefusals(ctx));
  return async () => {
    await end();
    await writeRefusals(ctx, { all: true });
  };
}
