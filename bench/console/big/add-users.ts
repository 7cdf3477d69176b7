import { inParts, size } from '@/bench/console/big/size';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { insertUser } from '@/lib/server/users/create-user';
import type { User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

const ADMINS = 20;
const firstNames = [
  ...['Ada', 'Alan', 'Barbara', 'Claude', 'Donald', 'Edsger', 'Frances', 'Grace', 'Hedy', 'Ivan', 'Jean'],
  ...['Karen', 'Leslie', 'Margaret', 'Niklaus', 'Radia', 'Shafi', 'Tony', 'Ursula'],
];
const lastNames = [
  ...[
    'Allen',
    'Backus',
    'Bartik',
    'Byron',
    'Dijkstra',
    'Goldwasser',
    'Hamilton',
    'Hoare',
    'Hopper',
    'Kleene',
  ],
  ...[
    'Knuth',
    'Lamarr',
    'Lamport',
    'Liskov',
    'Noether',
    'Perlman',
    'Shannon',
    'Sutherland',
    'Turing',
    'Wirth',
  ],
  ...['Zuse', 'Ångström', 'Østergaard'],
];

/**
 * Everyone else of the account, a few a day: 20 admins, every 25th disabled, every 10th without a name. All have the
 * first admin's password hash: one of their own for each would take minutes.
 * @returns all users, the first admin first, then in the order they came
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
