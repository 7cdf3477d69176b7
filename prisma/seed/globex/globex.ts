import { demoPassword } from '@/lib/config/demo';
import { addDays } from '@/lib/rules/day';
import { cancelSubscription, updateAccount } from '@/lib/server/account/change-account';
import { createAccount } from '@/lib/server/account/create-account';
import { revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { updateBillingProfile } from '@/lib/server/billing/billing-profile';
import type { User } from '@/prisma/generated/prisma/client';
import { billMonths } from '@/prisma/seed/bill-months';
import { arrive, arriveAndWork, hire, markKeysUsed } from '@/prisma/seed/demo-people';
import { globexLanes, globexVolume } from '@/prisma/seed/globex/globex-usage';
import { globexWeek } from '@/prisma/seed/globex/globex-week';
import { meterUsage } from '@/prisma/seed/meter-usage';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';
import { firstDayWithJobs, repeatDemoJobs } from '@/prisma/seed/workflows/repeat-demo-jobs';
import { type DemoJob, runDemoJobs } from '@/prisma/seed/workflows/run-demo-jobs';

/** Globex: a small shop on Starter, over its limit last month and on its way there again. */
export async function seedGlobex(time: Timeline): Promise<void> {
  const { account, admin } = await createAccount(
    time.monthsAgo(7, 11, '14:26'),
    { name: 'Globex', planId: 'plan_starter', demo: true },
    { email: 'admin@globex.test', password: demoPassword, first_name: 'Joan', last_name: 'Clarke' },
  );
  const people = await hireGlobexPeople(time, admin);
  const keys = await createGlobexKeys(time, people);
  const usage = {
    name: 'globex',
    accountId: account.id,
    volume: globexVolume(time.today),
    lanes: globexLanes(people, keys),
  };
  await meterUsage(time, usage, firstDayWithJobs(time));
  await runDemoJobs(time, globexJobs(people));
  await runDemoJobs(time, globexWeek(people, keys), new SeededRandom('globex week ids'));
  await repeatDemoJobs(time, usage);
  await markKeysUsed(time, Object.values(keys));
  await revokeApiKey(time.daysAgo(19, '15:33'), operatorViewer(people.tommy), keys.shopTest.apiKey.id);
  await billGlobex(time, admin);
  await arriveAndWork(time, time.daysAgo(20, '09:40'), people.dilly);
  await arriveAndWork(time, time.daysAgo(13, '08:55'), people.mavis);
  await arrive(time.daysAgo(19, '15:20'), people.tommy);
  await arriveAndWork(time, time.daysAgo(3, '10:05'), people.joan);
}

async function hireGlobexPeople(time: Timeline, joan: User) {
  const join = (name: string, ago: number, first: string, last: string) =>
    hire(time.daysAgo(ago, '10:15'), joan, {
      email: `${name}@globex.test`,
      first_name: first,
      last_name: last,
    });
  return {
    joan,
    tommy: await join('dev', 176, 'Tommy', 'Flowers'),
    mavis: await join('mavis', 133, 'Mavis', 'Lever'),
    dilly: await join('dilly', 90, 'Dilly', 'Knox'),
  };
}

async function createGlobexKeys(time: Timeline, { tommy, mavis }: { tommy: User; mavis: User }) {
  const create = (owner: User, ago: number, input: Parameters<typeof createApiKey>[3]) =>
    createApiKey(time.daysAgo(ago, '11:11'), operatorViewer(owner), {}, input);
  return {
    shop: await create(tommy, 170, { name: 'Shop' }),
    shopTest: await create(tommy, 150, { name: 'Shop (test)' }),
    returns: await create(mavis, 95, { name: 'Returns desk', expires_at: addDays(time.today, 120) }),
  };
}

/** Seven invoices and a draft; once it left by mistake and came back the same day. */
function billGlobex(time: Timeline, joan: User): Promise<void> {
  const { accountId } = joan;
  const admin = operatorViewer(joan);
  return billMonths(time, {
    accountId,
    months: 7,
    endings: { 1: 'OPEN' },
    events: {
      7: () =>
        updateBillingProfile(time.monthsAgo(7, 11, '14:40'), admin, accountId, {
          full_name: 'Joan Clarke',
          email: 'accounts@globex.test',
          company_name: 'Globex Trading Ltd',
          address_line1: '8 Mill Lane',
          city: 'Bletchley',
          postal_code: 'MK3 6EB',
          country: 'GB',
        }),
      4: async () => {
        await cancelSubscription(time.monthsAgo(4, 17, '16:20'), admin, accountId);
        await updateAccount(time.monthsAgo(4, 17, '16:34'), admin, accountId, {
          account_plan_id: 'plan_starter',
        });
      },
    },
  });
}

const returns = [
  'The blue kettle arrived with a broken lid. I would like a new one, not my money back.',
  'Wrong size again. Please refund order 4471 to my card.',
  'Lovely lamp, but it hums. Can you send somebody to look at it?',
];

/** The last jobs of Globex's people. */
function globexJobs({ tommy, mavis }: { tommy: User; mavis: User }): DemoJob[] {
  return [
    ...returns.map((input, index) => ({
      user: mavis,
      hoursAgo: 3 + index * 7,
      workflow: {
        name: 'Returns triage',
        input,
        steps: [
          {
            id: 'wish',
            task: 'classification',
            options: { labels: ['replacement', 'refund', 'repair'] },
          },
          {
            id: 'reply',
            task: 'generation',
            dependsOn: ['wish'],
            input: '{{ input }}',
            instructions: 'Confirm the {{ steps.wish.output.label }}.',
            tone: 'empathetic',
          },
        ],
      },
    })),
    {
      user: tommy,
      hoursAgo: 15,
      workflow: {
        name: 'Product feed',
        input: 'name;price\nBlue kettle;39.90\nReading lamp;24.50',
        steps: [{ id: 'feed', task: 'transformation', options: { from: 'csv', to: 'json' } }],
      },
    },
    {
      user: tommy,
      hoursAgo: 16,
      workflow: {
        name: 'Product feed',
        input: 'name;price\nBlue kettle;39.90',
        steps: [
          {
            id: 'feed',
            task: 'transformation',
            model: 'sandbox/limited',
            retries: 1,
            options: { from: 'csv', to: 'json' },
          },
        ],
      },
    },
  ];
}
