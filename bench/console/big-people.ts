import { nameColumns } from '@/lib/server/api-keys/key-names';
import { hashToken, hintOf, newApiKeySecret } from '@/lib/server/auth/tokens';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { newId } from '@/lib/server/ids';
import { insertUser } from '@/lib/server/users/create-user';
import type { ApiKey, User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

/** The account that the console must carry, by the bar of its issue. Its records span two years. */
export const size = { users: 5_000, keys: 20_000, events: 200_000, days: 731, months: 24 };

/** The email of its first admin. */
export const ADMIN = 'admin@big.example';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROWS_PER_TRANSACTION = 2_500;

/** Rows in parts that are small enough for one transaction. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_TRANSACTION) }, (_, part) =>
    rows.slice(part * ROWS_PER_TRANSACTION, (part + 1) * ROWS_PER_TRANSACTION),
  );
}

const ADMINS = 20;
const firstNames =
  'Ada Alan Barbara Claude Donald Edsger Frances Grace Hedy Ivan Jean Karen Leslie Margaret Niklaus Radia Shafi Tony Ursula'.split(
    ' ',
  );
const lastNames =
  'Allen Backus Bartik Byron Dijkstra Goldwasser Hamilton Hoare Hopper Kleene Knuth Lamarr Lamport Liskov Noether Perlman Shannon Sutherland Turing Wirth Zuse Ångström Østergaard'.split(
    ' ',
  );

/**
 * Adds the other users of the account, a few per day: 20 admins, every 25th disabled, every 10th without a name. All
 * have the first admin's password hash, since hashing a password for each would take minutes.
 *
 * @returns all users, the first admin first, then in the order in which they joined
 */
export async function addUsers(time: Timeline, admin: User): Promise<User[]> {
  const { db } = time.at(time.present);
  const users = [admin];
  for (const part of inParts(Array.from({ length: size.users - 1 }, (_, index) => index)))
    await db.write(
      async (tx) => {
        for (const index of part) {
          const ago = size.days - Math.ceil((index * size.days) / size.users);
          const name = (names: readonly string[]) => (index % 10 === 9 ? null : names[index % names.length]);
          const user = await insertUser(
            tx,
            time.daysAgo(ago, '09:30'),
            operatorViewer(admin),
            admin.accountId,
            {
              email: `person-${index}@big.example`,
              first_name: name(firstNames),
              last_name: name(lastNames),
              role: index < ADMINS ? 'ADMIN' : 'DEVELOPER',
              scopes: { read: true, write: true, admin: false },
              passwordHash: admin.passwordHash,
            },
          );
          users.push(user);
        }
        const disabled = users.filter((_, index) => index % 25 === 24).map(({ id }) => id);
        await tx.user.updateMany({ where: { id: { in: disabled } }, data: { status: 'DISABLED' } });
      },
      { timeoutMs: 600_000 },
    );
  return users;
}

/** Adds four keys per user, in the order of their creation: every fifth revoked, a fifth of the first year's expired. */
export async function addKeys(time: Timeline, users: readonly User[]): Promise<ApiKey[]> {
  const ctx = time.at(time.present);
  const begin = time.present.getTime() - size.days * DAY_MS;
  const keys = Array.from({ length: size.keys }, (_, index): ApiKey => {
    const owner = users[index % users.length];
    if (!owner) throw new Error('A key needs an owner.');
    const secret = newApiKeySecret(ctx);
    const createdAt = new Date(begin + Math.floor((index * (size.days - 1) * DAY_MS) / size.keys));
    const expires = index % 5 === 1 && index < size.keys / 2;
    return {
      id: newId(ctx, 'apiKey'),
      accountId: owner.accountId,
      userId: owner.id,
      ...nameColumns(index % 3 === 0 ? null : `Service ${index % 400}`),
      hint: hintOf(secret),
      secretHash: hashToken(secret),
      status: index % 5 === 0 ? 'REVOKED' : 'ACTIVE',
      scopeRead: true,
      scopeWrite: index % 2 === 0,
      scopeAdmin: false,
      expiresAt: expires ? new Date(createdAt.getTime() + 90 * DAY_MS) : null,
      lastUsedAt: index % 4 === 0 ? null : new Date(createdAt.getTime() + HOUR_MS),
      createdAt,
      updatedAt: createdAt,
    };
  });
  for (const data of inParts(keys)) await ctx.db.write((tx) => tx.apiKey.createMany({ data }));
  return keys;
}
