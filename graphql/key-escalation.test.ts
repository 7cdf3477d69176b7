import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '@/graphql/schema';
import { plans } from '@/lib/config/plans';
import { createTriedRun } from '@/testing/bulk-run';
import { openChangeLog } from '@/testing/change-log';
import { beginAttack, callWith, type Scene, undo } from '@/testing/escalation/attack';
import { type AttackCall, attackCalls, representatives } from '@/testing/escalation/attack-calls';
import { addWaysIn, type FoundKey, findKey, findOldSecret } from '@/testing/escalation/found-keys';
import { type Step, tryEach, trySequence } from '@/testing/escalation/search';
import { openStoredStates } from '@/testing/escalation/stored-states';
import { askingStep, endedCallback, endedJob, openApproval, waitingJob } from '@/testing/job-rows';
import { openTestServer, TEST_NOW } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

type Find = (ctx: Scene['server']['context'], world: TestWorld) => Promise<FoundKey>;

/** Mutations that every key may use: workflows, its owner's jobs, and its owner's keys and profile. */
const starting = ['enqueueWorkflow', 'orchestrate', 'queueAsyncWorkflow', 'uploadBulkFile'];
const changing = [
  ...['cancelJob', 'decideApproval', 'deleteJob', 'rerunJob', 'resendDelivery', 'startBulkWorkflow'],
  ...['cancelBulkJob', 'continueBulkJob', 'retryBulkFailures'],
];
const own = ['deleteAPIKey', 'endPreviousSecret', 'revokeAPIKey', 'rotateAPIKey', 'updateMyProfile'];

/** Each attacker's find, and the only mutations with which it changes anything. */
const attackers: Record<string, { find: Find; effective: string[] }> = {
  "an admin's key with every scope": {
    find: (ctx, { users }) => findKey(ctx, users.admin, ['read', 'write', 'admin']),
    effective: [
      ...['cancelSubscription', 'deleteAPIKey', 'disableUser', 'endPreviousSecret', 'revokeAPIKey'],
      ...['rotateAPIKey', 'sendTestWebhook', 'updateAccount', 'updateBillingProfile', 'updateMyProfile'],
      ...['updateUsageAlerts', ...starting, ...changing],
    ],
  },
  "an admin's old secret": {
    find: (ctx, { users }) => findOldSecret(ctx, users.admin, ['read', 'write', 'admin']),
    effective: [
      ...['cancelSubscription', 'disableUser', 'sendTestWebhook', 'updateAccount', 'updateBillingProfile'],
      ...['updateMyProfile', 'updateUsageAlerts', ...starting, ...changing],
    ],
  },
  "a developer's key": {
    find: (ctx, { users }) => findKey(ctx, users.developer, ['read', 'write']),
    effective: [...own, ...starting],
  },
  "an admin's key without the admin scope": {
    find: (ctx, { users }) => findKey(ctx, users.admin, ['read', 'write']),
    // The jobs of the scene are the admin's.
    effective: [...own, ...starting, ...changing],
  },
};

const SEED = 1;
const SEQUENCES = 40;
/** Milliseconds, for a machine with much else to do. */
const LONG = 300_000;

let scene: Scene;
let session: FoundKey;
const foundKeys = new Map<string, FoundKey>();
beforeAll(async () => {
  const server = await openTestServer();
  const world = await createTestWorld(server.context);
  await addWaysIn(server.context, world);
  for (const [name, { find }] of Object.entries(attackers)) {
    const found = await find(server.context, world);
    foundKeys.set(name, found);
    // Its first use is written now, not in the middle of an attack.
    await server.call({ query: '{ me { id } }', token: found.secret });
  }
  const { admin } = world.users;
  const jobs = [
    waitingJob(admin, 'job_waiting'),
    endedJob(admin, 'job_ended'),
    {
      ...waitingJob(admin, 'job_asking'),
      queueState: 'PARKED',
      parkedUntil: new Date('2999-01-01'),
    } as const,
  ];
  await server.context.db.write(async (tx) => {
    await tx.job.createMany({ data: jobs });
    await tx.jobStep.create({ data: askingStep('job_asking') });
    await tx.approval.create({ data: openApproval(admin, 'job_asking', 'apr_open') });
    await tx.callback.create({ data: endedCallback(endedJob(admin, 'job_ended'), 'msg_ended') });
  });
  await createTriedRun(server.context, admin);
  // A job's later writes would pass for the effect of another call, so no job leaves its queue.
  if (server.context.workflows) server.context.workflows.worker.stopTaking();
  session = { id: '', owner: admin, secret: await sessionToken(server.context, admin), overlapEnds: null };
  const states = await openStoredStates(server.context);
  states.keep('start');
  scene = { server, states, changes: await openChangeLog(server.context) };
}, LONG);
afterAll(async () => {
  scene.states.close();
  await scene.server.close();
});

/** Every call that an attacker can think of, with every id there is: of their own, of others', and of other accounts. */
function callsOf({ id, owner }: FoundKey): AttackCall[] {
  const tables = [
    'Account',
    'User',
    'ApiKey',
    'Session',
    'Invoice',
    'Template',
    'Job',
    'Callback',
    'BulkFile',
    'BulkRun',
  ];
  const ids = tables.flatMap((table) => scene.states.ask(`SELECT "id" FROM main."${table}"`)).map(String);
  const own = [owner.accountId, owner.id, ...(id ? [id] : [])];
  const others = [...ids, ...plans.map((plan) => plan.id)].filter((other) => !own.includes(other));
  return attackCalls(schema, [...others, ...own]);
}

const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).sort();

test(
  'every mutation takes part, with arguments that work in a session',
  async () => {
    const worked = new Set<string>();
    for (const call of callsOf(session).reverse()) {
      if (worked.has(call.mutation)) continue;
      const attack = await beginAttack(scene, session);
      const { errors } = await callWith(scene.server, call, session.secret);
      if (!errors) worked.add(call.mutation);
      await undo(scene, attack, 'start');
    }
    // No attacker knows a password.
    expect([...worked, 'signIn'].sort()).toEqual(mutations);
  },
  LONG,
);

test(
  'the search notices what a session gains by these calls',
  async () => {
    const { gains } = await tryEach(scene, session, representatives(callsOf(session)));
    const found = gains.flatMap((text) => text.split(' gains ')[1]?.split('; ') ?? []);
    const kinds = new Set(found.map((gain) => gain.split(':')[0]));
    expect([...kinds].sort()).toEqual([
      'a credential that outlives the key',
      'a new key',
      'a new user',
      'a reactivated key',
      'a stronger credential',
      'an enabled user',
      "another email, password or role of a user's",
      "another key's new secret",
      "another key's old secret, or a longer overlap",
      'wider scopes of a key',
      'wider scopes of a user',
    ]);
  },
  LONG,
);

describe.each(Object.entries(attackers))('%s', (name, { effective }) => {
  let found: FoundKey;
  let calls: AttackCall[];
  let single: Awaited<ReturnType<typeof tryEach>>;
  beforeAll(async () => {
    const key = foundKeys.get(name);
    if (!key) throw new Error(`${name} was not found.`);
    found = key;
    calls = callsOf(found);
    single = await tryEach(scene, found, calls);
  }, LONG);

  test('ends when the key is revoked, and an old secret when its overlap ends', async () => {
    const { server } = scene;
    const me = async () =>
      (await server.call<{ me: object | null }>({ query: '{ me { id } }', token: found.secret })).data?.me;
    const attack = await beginAttack(scene, found);
    expect(await me()).toEqual({ id: found.owner.id });
    server.setNow(found.overlapEnds ?? TEST_NOW);
    expect(await me()).toEqual(found.overlapEnds ? null : { id: found.owner.id });
    server.setNow(TEST_NOW);
    const query = `mutation { revokeAPIKey(id: "${found.id}") { id } }`;
    await server.call({ query, token: session.secret });
    expect(await me()).toBeNull();
    await undo(scene, attack, 'start');
  });

  test('changes something by these mutations only', () => {
    expect([...new Set(single.effective.map(({ mutation }) => mutation))].sort()).toEqual(
      [...effective].sort(),
    );
  });

  test('no call ends with more than the key has, nor with anything that outlives it', () => {
    expect(single.gains).toEqual([]);
  });

  test(
    'nor do two calls',
    async () => {
      const possible = representatives(single.effective);
      const next = [...new Set([...representatives(calls), ...possible])];
      for (const mutation of effective) {
        const some = possible.filter((call) => call.mutation === mutation);
        // One on another user's record, if that works, and one on the attacker's own.
        for (const first of new Set([some.at(0), some.at(-1)]))
          expect((await tryEach(scene, found, next, first)).gains).toEqual([]);
      }
    },
    LONG,
  );

  test(
    'nor does any longer sequence of calls, with all that they gave',
    async () => {
      const step: fc.Arbitrary<Step> = fc.record({
        call: fc.oneof(fc.constantFrom(...calls), fc.constantFrom(...single.effective)),
        token: fc.nat(3),
      });
      const sequences = fc.array(step, { minLength: 3, maxLength: 10 });
      const property = fc.asyncProperty(sequences, async (steps) => {
        const gain = await trySequence(scene, found, steps);
        if (gain) throw new Error(gain);
      });
      await fc.assert(property, { seed: SEED, numRuns: SEQUENCES });
    },
    LONG,
  );
});
