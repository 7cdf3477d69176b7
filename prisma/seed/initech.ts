import { demoPassword } from '@/lib/config/demo';
import { createAccount } from '@/lib/server/account/create-account';
import type { Timeline } from '@/prisma/seed/timeline';

/** Initech: an admin who has just arrived, and nothing else, so that every empty state can be seen. */
export async function seedInitech(time: Timeline): Promise<void> {
  await createAccount(
    time.daysAgo(6, '11:52'),
    { name: 'Initech', planId: 'plan_basic', demo: true },
    { email: 'admin@initech.test', password: demoPassword, first_name: 'Konrad', last_name: 'Zuse' },
  );
}
