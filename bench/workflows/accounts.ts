import { randomUUID } from 'node:crypto';
import { demoPassword } from '@/lib/config/demo';
import { createAccount } from '@/lib/server/account/create-account';
import { syncPlans } from '@/lib/server/billing/plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';

/** Opens a new account on each of these plans, of one admin with the password of the demo users. */
export async function openAccounts(ctx: ServerContext, planIds: readonly string[]): Promise<User[]> {
  await syncPlans(ctx);
  const admins: User[] = [];
  for (const planId of planIds) {
    const account = { name: 'Bench', planId, demo: false };
    const person = { email: `${randomUUID()}@bench.test`, password: demoPassword };
    admins.push((await createAccount(ctx, account, person)).admin);
  }
  return admins;
}

/** Migrates a database that no server has open yet, and does the same. */
export async function makeDatabase(url: string, planIds: readonly string[]): Promise<User[]> {
  await deployMigrations(url);
  const db = openDatabase(url);
  try {
    return await openAccounts(serverContext(db), planIds);
  } finally {
    await db.close();
  }
}
