import { demoPassword } from '@/lib/config/demo';
import { createAccount } from '@/lib/server/account/create-account';
import { ACME_MONTHS, billAcme } from '@/prisma/seed/acme/acme-billing';
import { acmeJobs } from '@/prisma/seed/acme/acme-jobs';
import { createAcmeKeys, retireAcmeKeys } from '@/prisma/seed/acme/acme-keys';
import { disableEmil, liveAcmeDays } from '@/prisma/seed/acme/acme-life';
import { hireAcmePeople } from '@/prisma/seed/acme/acme-people';
import { acmeLanes, acmeVolume, badDay } from '@/prisma/seed/acme/acme-usage';
import { acmeWeek } from '@/prisma/seed/acme/acme-week';
import { markKeysUsed } from '@/prisma/seed/demo-keys';
import { meterUsage } from '@/prisma/seed/meter-usage';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';
import { runDemoJobs } from '@/prisma/seed/workflows/run-demo-jobs';

/** Acme Robotics: two years of a growing customer, with something of everything. */
export async function seedAcme(time: Timeline): Promise<void> {
  const { account, admin } = await createAccount(
    time.monthsAgo(ACME_MONTHS, 4, '09:12'),
    { name: 'Acme Automation', planId: 'plan_starter', demo: true },
    { email: 'admin@acme.test', password: demoPassword, first_name: 'Ada', last_name: 'Byron' },
  );
  const people = await hireAcmePeople(time, admin);
  const keys = await createAcmeKeys(time, people);
  await meterUsage(time, {
    name: 'acme',
    accountId: account.id,
    volume: acmeVolume(time.today),
    lanes: acmeLanes(people, keys),
    badDay: badDay(time.today),
  });
  await runDemoJobs(time, acmeJobs(people));
  await runDemoJobs(time, acmeWeek(people, keys), new SeededRandom('acme week ids'));
  await markKeysUsed(time, Object.values(keys));
  await retireAcmeKeys(time, people, keys);
  await billAcme(time, people.ada);
  await liveAcmeDays(time, people);
  await disableEmil(time, people, keys);
}
