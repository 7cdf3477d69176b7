import Bowser from 'bowser';
import { limits } from '@/lib/config/limits';
import type { Queries } from '@/lib/server/database/database';
import type { User } from '@/prisma/generated/prisma/client';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * A readable label of the device that started a session: `Chrome on Windows`. It trusts the browser's
 * header, but consists only of names that the library lists: the header's own text may be anything.
 * @param userAgent the header; null without one
 */
export function deviceLabel(userAgent: string | null): string {
  // The library throws for an empty text.
  if (!userAgent?.trim()) return unknown;
  const parser = Bowser.getParser(userAgent.slice(0, limits.session.userAgent), true);
  const browser = listed(browsers, parser.getBrowser().name);
  const system = listed(systems, parser.getOS().name);
  // `Samsung Internet for Android` names both.
  if (browser && system && !browser.includes(system)) return `${browser} on ${system}`;
  return browser ?? system ?? unknown;
}

const unknown = 'Unknown device';

function listed(names: Set<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}

/** How many earlier sign-ins are read at most, so that a sign-in stays quick. */
const signInsRead = 1_000;

/**
 * Whether a person hasn't signed in from such a device within `limits.knownDevice`. At a person's first sign-in no
 * device is new.
 * @param device its label
 */
export async function isNewDevice(
  tx: Queries,
  user: Pick<User, 'id' | 'accountId'>,
  device: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - limits.knownDevice);
  const sessions = await tx.session.findMany({
    where: { userId: user.id },
    select: { userAgent: true, lastUsedAt: true },
    orderBy: { lastUsedAt: 'desc' },
    take: limits.session.listed,
  });
  const known = sessions.some(
    ({ userAgent, lastUsedAt }) => lastUsedAt >= since && deviceLabel(userAgent) === device,
  );
  if (known) return false;
  // Only the audit trail still has the sessions that have ended.
  const starts = { accountId: user.accountId, userId: user.id, action: 'session.start' };
  const hasSignedIn = sessions.length > 0 || (await tx.auditEvent.findFirst({ where: starts })) !== null;
  return hasSignedIn && !(await wasUsed(tx, starts, device, since));
}

async function wasUsed(
  tx: Queries,
  { accountId, userId, action }: { accountId: string; userId: string; action: string },
  device: string,
  since: Date,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM (
      SELECT "metadata" FROM "AuditEvent"
      WHERE "accountId" = ${accountId} AND "userId" = ${userId} AND "action" = ${action} AND "createdAt" >= ${since}
      ORDER BY "createdAt" DESC, "id" DESC LIMIT ${signInsRead}
    ) AS "start" WHERE "metadata" ->> 'device' = ${device} LIMIT 1`;
  return rows.length > 0;
}
