import { demoPassword } from '@/lib/config/demo';
import { addMonths, DAY_MS, dayOf, monthOf } from '@/lib/rules/day';
import { createAccount } from '@/lib/server/account/create-account';
import { hashPassword } from '@/lib/server/auth/passwords';
import { draftInvoice, issueInvoice } from '@/lib/server/billing/write-invoices';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { insertUser } from '@/lib/server/users/create-user';
import { sessionToken } from '@/testing/test-world';

let made = 0;
let passwordHash: Promise<string> | undefined;

/** Unique among the tests of a run. */
const unique = (name: string, domain: string) => `${name}-${Date.now()}-${++made}@${domain}`;

/** Opens an account, as an operator does; no other test changes it. The password is that of the demo. */
export async function openAccount(ctx: ServerContext, { planId = 'plan_pro' }: { planId?: string }) {
  const { account, admin } = await createAccount(
    ctx,
    { name: 'Umbra Works', planId, demo: true },
    {
      email: unique('admin', 'umbra.test'),
      password: demoPassword,
      first_name: 'Uma',
      last_name: 'Reyes',
    },
  );
  return { accountId: account.id, admin: { id: admin.id, email: admin.email } };
}

interface Invoices {
  accountId: string;
  /** How many days ago each was issued, the newest month first; it is due 14 days later. */
  issuedDaysAgo: number[];
}

/** Adds the draft of the current month, and issued invoices of the months before it. */
export async function addInvoices(ctx: ServerContext, { accountId, issuedDaysAgo }: Invoices) {
  const month = monthOf(dayOf(ctx.now()));
  for (const [index, days] of issuedDaysAgo.entries()) {
    const now = () => new Date(ctx.now().getTime() - days * DAY_MS);
    // A month that wasn't over by then would be refused.
    await issueInvoice({ ...ctx, now }, null, accountId, addMonths(month, -3 - index));
  }
  await draftInvoice(ctx, accountId, month);
  return {};
}

interface NewUser {
  email: string;
  role?: 'ADMIN' | 'DEVELOPER';
  first_name?: string | null;
  last_name?: string | null;
  scopes?: { read?: boolean; write?: boolean };
  /** The last sign-in and activity, epoch milliseconds; now by default, null for a pending invitation. */
  signed_in_at?: number | null;
  /** When the password was issued as a temporary one, epoch milliseconds; by default, it was chosen. */
  temporary_password_at?: number;
}

/** Adds users to an account, each with the demo password, without the cost of a password each. */
export async function addUsers(
  ctx: ServerContext,
  { accountId, users }: { accountId: string; users: NewUser[] },
) {
  passwordHash ??= hashPassword(demoPassword);
  const hash = await passwordHash;
  return ctx.db.write(async (tx) => {
    const added: object[] = [];
    for (const { role = 'DEVELOPER', scopes = { read: true, write: true }, ...person } of users) {
      const {
        signed_in_at: signedInAt = ctx.now().getTime(),
        temporary_password_at: issuedAt,
        ...identity
      } = person;
      const user = await insertUser(tx, ctx, null, accountId, {
        ...identity,
        ...(issuedAt !== undefined && { temporaryPasswordAt: new Date(issuedAt) }),
        role,
        scopes: { read: false, write: false, ...scopes, admin: false },
        passwordHash: hash,
      });
      if (signedInAt !== null) await markSignedIn(tx, user.id, new Date(signedInAt));
      added.push({
        id: user.id,
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        role: user.role,
        status: user.status,
        scopes: { read: user.scopeRead, write: user.scopeWrite, admin: user.scopeAdmin },
      });
    }
    return added;
  });
}

async function markSignedIn(tx: Queries, id: string, at: Date): Promise<void> {
  await tx.user.update({ where: { id }, data: { lastSignInAt: at, lastActiveAt: at } });
}

type PersonFields = Omit<NewUser, 'email' | 'role'>;

/** Adds a developer to Globex, with the demo password. */
export async function addPerson(ctx: ServerContext, fields: PersonFields) {
  const { accountId } = await ctx.db.prisma.user.findUniqueOrThrow({ where: { email: 'admin@globex.test' } });
  const email = unique('person', 'globex.test');
  const users = [{ email, first_name: 'Pat', last_name: 'Person', ...fields }];
  const [person] = await addUsers(ctx, { accountId, users });
  return { ...person };
}

/** A new session of that user, without the cost of a password. */
export async function startSession(ctx: ServerContext, { email }: { email: string }) {
  const user = await ctx.db.prisma.user.findUniqueOrThrow({ where: { email } });
  await ctx.db.write((tx) => markSignedIn(tx, user.id, ctx.now()));
  return { token: await sessionToken(ctx, user) };
}
