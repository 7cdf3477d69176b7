import { operatorViewer } from '@/lib/server/auth/viewer';
import { updateUser } from '@/lib/server/users/update-user';
import type { User } from '@/prisma/generated/prisma/client';
import { hire } from '@/prisma/seed/demo-people';
import type { Timeline } from '@/prisma/seed/timeline';

export type AcmePeople = Awaited<ReturnType<typeof hireAcmePeople>>;

/** Acme's people, fourteen with the admin: no living persons, and the edge cases of a list of users. */
export async function hireAcmePeople(time: Timeline, ada: User) {
  const join = (name: string, ago: number, first?: string, last?: string, options?: { invited: boolean }) =>
    hire(
      time.daysAgo(ago, '09:30'),
      ada,
      { email: `${name}@acme.test`, first_name: first, last_name: last },
      options,
    );
  const grace = await join('dev', 676, 'Grace', 'Murray');
  const katherine = await join('katherine', 671, 'Katherine', 'Coleman');
  return {
    ada,
    grace,
    emil: await join('disabled', 588, 'Emil', 'Post'),
    mary: await join('mary', 540, 'Mary', 'Somerville'),
    george: await join('george', 497, 'George', 'Boole'),
    alicia: await join('alicia', 433, 'Alicia', 'Stott'),
    ops: await join('ops', 391),
    augustus: await join('augustus', 333, 'Augustus', 'De Morgan'),
    sofya: await narrow(time, ada, await join('sofya', 280, 'Sofya', 'Kovalevskaya', { invited: true })),
    charles: await join('charles', 224, 'Charles', 'Babbage'),
    emmy: await join('emmy', 168, 'Emmy', 'Noether'),
    maria: await join(
      'maria-gaetana.agnesi-castiglione',
      104,
      'Maria Gaetana Bartolomea',
      'Agnesi-Castiglione della Valle di Monteveglio',
    ),
    katherine: await promote(time, ada, katherine),
    zoe: await join('zoe', 4, 'Zoë', 'Ångström', { invited: true }),
  };
}

function promote(time: Timeline, ada: User, user: User): Promise<User> {
  return updateUser(time.daysAgo(412, '11:04'), operatorViewer(ada), user.id, { role: 'ADMIN' });
}

/** Sofya is to look at numbers only; her temporary password has expired. */
function narrow(time: Timeline, ada: User, user: User): Promise<User> {
  return updateUser(time.daysAgo(262, '13:50'), operatorViewer(ada), user.id, { scopes: { read: true } });
}
