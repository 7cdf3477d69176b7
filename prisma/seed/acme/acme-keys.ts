import { addDays } from '@/lib/rules/day';
import { deleteApiKey, reactivateApiKey, revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { updateApiKeyScopes } from '@/lib/server/api-keys/update-api-key';
import { authenticate } from '@/lib/server/auth/authenticate';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { User } from '@/prisma/generated/prisma/client';
import type { AcmePeople } from '@/prisma/seed/acme/acme-people';
import type { DemoKey } from '@/prisma/seed/demo-people';
import type { Timeline } from '@/prisma/seed/timeline';

export type AcmeKeys = Awaited<ReturnType<typeof createAcmeKeys>>;
type NewKey = Parameters<typeof createApiKey>[3];

/** Acme's keys in every state except those made by `retireAcmeKeys`. */
export async function createAcmeKeys(time: Timeline, people: AcmePeople) {
  const { ada, grace, mary, alicia, emil, ops, charles, katherine, sofya } = people;
  const create = (owner: User, ago: number, input: NewKey, by = owner) =>
    createApiKey(time.daysAgo(ago, '10:05'), operatorViewer(by), { userId: owner.id }, input);
  const lastDay = (daysFromNow: number) => addDays(time.today, daysFromNow);
  const reading = { read: true, write: false };
  return {
    offboarding: await create(ada, 148, {
      name: 'Offboarding',
      scopes: { read: true, write: true, admin: true },
      expires_at: '2099-12-31',
    }),
    supportDesk: await rotated(time, grace, await create(grace, 402, { name: 'Support desk bridge' })),
    laptop: await widened(
      time,
      grace,
      await create(grace, 87, { name: 'Laptop', scopes: reading, expires_at: lastDay(3) }),
    ),
    springPilot: await create(grace, 131, { name: 'Spring pilot', expires_at: lastDay(-60) }),
    oldPipeline: await create(grace, 310, { name: 'Old build pipeline' }),
    neverUsed: await create(grace, 12, {}),
    invoices: await create(mary, 205, { name: 'Invoice import' }),
    reviews: await create(alicia, 166, { name: 'Nightly review scan', expires_at: lastDay(200) }),
    armLogs: await create(emil, 190, { name: 'Robot arm logs' }),
    unnamed: await create(ops, 75, { expires_at: lastDay(-8) }),
    tradeFair: await create(charles, 96, { name: 'Trade fair demo', expires_at: lastDay(-41) }),
    dashboards: await create(sofya, 61, { name: 'Wallboard', scopes: reading }, katherine),
  };
}

async function rotated(time: Timeline, owner: User, { apiKey }: DemoKey): Promise<DemoKey> {
  return rotateApiKey(time.daysAgo(139, '16:31'), operatorViewer(owner), apiKey.id);
}

async function widened(time: Timeline, owner: User, { apiKey, rawKey }: DemoKey): Promise<DemoKey> {
  const scopes = { read: true, write: true };
  return {
    apiKey: await updateApiKeyScopes(time.daysAgo(86, '15:12'), operatorViewer(owner), apiKey.id, scopes),
    rawKey,
  };
}

/** The keys' later states, after the jobs that ran through them: revoked, reactivated, deleted, used just now. */
export async function retireAcmeKeys(time: Timeline, people: AcmePeople, keys: AcmeKeys): Promise<void> {
  const { grace, charles, mary, katherine } = people;
  await revokeApiKey(time.daysAgo(74, '12:48'), operatorViewer(grace), keys.oldPipeline.apiKey.id);
  await revokeApiKey(time.daysAgo(52, '18:10'), operatorViewer(charles), keys.tradeFair.apiKey.id);
  await revokeApiKey(time.daysAgo(33, '07:55'), operatorViewer(katherine), keys.invoices.apiKey.id);
  await reactivateApiKey(time.daysAgo(33, '08:20'), operatorViewer(mary), keys.invoices.apiKey.id);
  const mistake = await createApiKey(time.daysAgo(21, '10:36'), operatorViewer(grace), {}, { name: 'test' });
  await deleteApiKey(time.daysAgo(21, '10:38'), operatorViewer(grace), mistake.apiKey.id);
  await authenticate(time.daysAgo(5, '07:30'), keys.dashboards.rawKey);
  await authenticate(time.at(time.present), keys.supportDesk.rawKey);
}
