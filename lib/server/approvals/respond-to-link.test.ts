import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { approvalLink } from '@/lib/server/approvals/approval-link';
import { openLinkLimiter, serveLink } from '@/lib/server/approvals/respond-to-link';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { createUser } from '@/lib/server/users/create-user';
import { approvalBody } from '@/lib/server/webhooks/callback-body';
import { listDeliveries } from '@/lib/server/webhooks/list-deliveries';
import { listTestMessages } from '@/lib/server/webhooks/test-messages';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import type { Approval } from '@/prisma/generated/prisma/client';
import { sessionToken } from '@/testing/test-world';
import { openWebhookWorld, type WebhookWorld } from '@/testing/webhooks/webhook-world';

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld(2);
  await workflowsOf(world.ctx).start();
});
afterAll(() => world.close());

const admin = () => world.viewers[0] as WebhookWorld['viewers'][number];

/** A request for approval of a new job. */
async function asked(input = 'Pay <b>900</b> euros.'): Promise<Approval> {
  const step = { id: 'check', task: 'approval', instructions: 'Is the sum right?' };
  const call = { name: 'Invoice 7', input, metadata: { order: 7 }, steps: [step] };
  const { id } = await orchestrate(world.ctx, admin(), call, { wait_ms: 0 });
  return vi.waitFor(() => world.ctx.db.prisma.approval.findFirstOrThrow({ where: { jobId: id } }), {
    timeout: 20_000,
  });
}

const tokenOf = async (approval: Approval): Promise<string> =>
  (await approvalLink(world.ctx, approval)).split('/').at(-1) ?? '';

const unlimited = { take: async () => 0 } as unknown as ReturnType<typeof openLinkLimiter>;

async function send(token: string, init: RequestInit = {}, limiter = unlimited) {
  const response = await serveLink(world.ctx, limiter, new Request('http://localhost/', init), token);
  const text = await response.text();
  return { response, status: response.status, text };
}
const post = (token: string, body: unknown) =>
  send(token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const stateOf = async ({ id }: Approval) =>
  (await world.ctx.db.prisma.approval.findUniqueOrThrow({ where: { id } })).state;

test('a link shows the text as text, from whom it is, and nothing else of its job, to no cache, index, or other site', async () => {
  const approval = await asked();
  const { response, status, text } = await send(await tokenOf(approval));
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(text)).sort()).toEqual([
    ...[
      'account',
      'expiresAt',
      'instructions',
      'isJson',
      'job',
      'requestedAt',
      'startedAt',
      'startedBy',
      'text',
    ],
    'visibleJob',
  ]);
  const job = await world.ctx.db.prisma.job.findUniqueOrThrow({ where: { id: approval.jobId } });
  const account = await world.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: job.accountId } });
  expect(JSON.parse(text)).toMatchObject({
    text: 'Pay <b>900</b> euros.',
    instructions: 'Is the sum right?',
    ...{ job: 'Invoice 7', account: account.name, startedBy: 'Ada', startedAt: job.createdAt.getTime() },
    visibleJob: null,
  });
  expect(text).not.toContain(approval.jobId);
  expect(text).not.toContain(admin().user.email);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
    'content-type': 'application/json',
  });
});

test('a link, open or ended, leads a signed-in person to its job if they may see it, and is the same for all others', async () => {
  const { ctx, viewers } = world;
  const [{ user, accountId }, stranger] = [admin(), viewers[1]?.user ?? admin().user];
  const input = { email: 'dev@example.com', password: 'correct horse battery', first_name: 'Dev' };
  const colleague = await createUser(ctx, admin(), accountId, input);
  const approval = await asked();
  const link = await tokenOf(approval);
  const shownTo = async (token: string) => {
    const { text } = await send(link, { headers: { authorization: `Bearer ${token}` } });
    return JSON.parse(text).visibleJob;
  };
  const shownToUser = async (one: { id: string }) =>
    shownTo(await sessionToken(ctx, await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: one.id } })));
  expect(await shownToUser(user)).toEqual({ id: approval.jobId, isOwn: true });
  expect(await shownToUser(stranger)).toBeNull();
  expect(await shownToUser(colleague)).toBeNull();
  await ctx.db.write((tx) => tx.user.update({ where: { id: colleague.id }, data: { role: 'ADMIN' } }));
  expect(await shownToUser(colleague)).toEqual({ id: approval.jobId, isOwn: false });
  expect(await shownTo('invalid')).toBeNull();
  await cancelJob(ctx, admin(), approval.jobId);
  expect(await shownToUser(user)).toEqual({ id: approval.jobId, isOwn: true });
  // Of an ended link, all others learn nothing.
  expect(await shownToUser(stranger)).toBeUndefined();
  expect(await shownTo('invalid')).toBeUndefined();
});

test('a decision keeps the name that the person gave, in its row and in the trail', async () => {
  const approval = await asked();
  expect((await post(await tokenOf(approval), { decision: 'APPROVE', name: ' Jo Doe ' })).status).toBe(200);
  const decided = await world.ctx.db.prisma.approval.findUniqueOrThrow({ where: { id: approval.id } });
  expect(decided).toMatchObject({ state: 'APPROVED', decidedAs: 'Jo Doe', decidedById: null });
  const events = await world.ctx.db.prisma.auditEvent.findMany({ where: { entityId: approval.jobId } });
  expect(events).toMatchObject([{ metadata: { via: 'link', decided_as: 'Jo Doe' } }]);
});

test.each([
  ['more than 120 characters', 'x'.repeat(121), 'A name has at most 120 characters.'],
  ['a line break', 'Jo\nDoe', "A name can't contain line breaks or control characters."],
])('a name with %s is refused, and decides nothing', async (_, name, message) => {
  const approval = await asked();
  const { status, text } = await post(await tokenOf(approval), { decision: 'APPROVE', name });
  expect(status).toBe(400);
  expect(text).toContain(message);
  expect(await stateOf(approval)).toBe('PENDING');
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s decides nothing', async (method) => {
  const approval = await asked();
  await send(await tokenOf(approval), { method });
  expect(await stateOf(approval)).toBe('PENDING');
});

test('a form of another site decides nothing', async () => {
  const approval = await asked();
  const token = await tokenOf(approval);
  const body = JSON.stringify({ decision: 'APPROVE' });
  expect((await send(token, { method: 'POST', body })).status).toBe(400);
  expect(await stateOf(approval)).toBe('PENDING');
});

test('a link decides once; afterwards it shows nothing, and the trail says that the link was used', async () => {
  const approval = await asked();
  const token = await tokenOf(approval);
  expect((await post(token, { decision: 'EDIT', text: 'Pay 90 euros.' })).status).toBe(200);
  const decided = await world.ctx.db.prisma.approval.findUniqueOrThrow({ where: { id: approval.id } });
  expect(decided).toMatchObject({
    state: 'EDITED',
    edited: 'Pay 90 euros.',
    decidedById: null,
    decidedAs: null,
  });
  expect((await send(token)).status).toBe(404);
  expect(await post(token, { decision: 'REFUSE' })).toMatchObject({ status: 409 });
  const events = await world.ctx.db.prisma.auditEvent.findMany({ where: { entityId: approval.jobId } });
  expect(events).toMatchObject([
    { action: 'job.approve', userId: null, metadata: { via: 'link', edited: true } },
  ]);
});

test('a page that sends its decision again, since the response was lost, gets the same response; all others are refused', async () => {
  const approval = await asked();
  const token = await tokenOf(approval);
  const key = 'page-0123456789abcdef';
  const edit = { decision: 'EDIT', text: 'Pay 90 euros.' };
  const first = await post(token, { ...edit, key });
  expect(first.status).toBe(200);
  expect(await post(token, { ...edit, key })).toMatchObject({ status: 200, text: first.text });
  const refused = [
    [{ ...edit, text: 'Pay 9 euros.', key }, 'You have already approved this.'],
    [{ decision: 'REFUSE', key }, 'You have already approved this.'],
    [{ ...edit, key: 'page-of-another-person' }, 'Another person has already approved this.'],
    [edit, 'Another person has already approved this.'],
  ] as const;
  for (const [decision, message] of refused) {
    const { status, text } = await post(token, decision);
    expect([status, JSON.parse(text).errors[0].message]).toEqual([409, message]);
  }
  const events = await world.ctx.db.prisma.auditEvent.findMany({ where: { entityId: approval.jobId } });
  expect(events).toHaveLength(1);
});

test('of two decisions at once, one counts', async () => {
  const approval = await asked();
  const token = await tokenOf(approval);
  const results = await Promise.all([
    post(token, { decision: 'APPROVE' }),
    post(token, { decision: 'REFUSE' }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('links that never worked and links that no longer do are refused with the same bytes', async () => {
  const [canceled, other, expired, revoked] = [await asked(), await asked(), await asked(), await asked()];
  const [token, otherToken] = [await tokenOf(canceled), await tokenOf(other)];
  await cancelJob(world.ctx, admin(), canceled.jobId);
  const { db } = world.ctx;
  await db.write((tx) =>
    tx.approval.update({ where: { id: expired.id }, data: { expiresAt: new Date('2020-01-01') } }),
  );
  const expiredToken = await tokenOf({ ...expired, expiresAt: new Date('2020-01-01') });
  const revokedToken = await tokenOf(revoked);
  const swapped = `${token.slice(0, 24)}${otherToken.slice(24)}`;
  const tokens = [token, expiredToken, swapped, `${otherToken.slice(0, -1)}_`, 'x', `${otherToken}x`];
  const refusals = await Promise.all(tokens.map((one) => send(one)));
  expect(new Set(refusals.map(({ status, text }) => `${status} ${text}`))).toHaveLength(1);
  expect(refusals[0]?.status).toBe(404);
  // A right that ended in another way than with its jobs.
  const { id } = admin().user;
  await db.write((tx) => tx.user.update({ where: { id }, data: { scopeWrite: false } }));
  expect(await send(revokedToken)).toMatchObject({ status: 404, text: refusals[0]?.text });
  expect((await post(revokedToken, { decision: 'APPROVE' })).status).toBe(409);
  await db.write((tx) => tx.user.update({ where: { id }, data: { scopeWrite: true } }));
  expect((await post(expiredToken, { decision: 'APPROVE' })).status).toBe(409);
});

test('a client that asks too often is refused, with the seconds to wait', async () => {
  const limiter = openLinkLimiter();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) statuses.push((await send('x', {}, limiter)).status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404));
  expect(statuses[60]).toBe(429);
});

test('the message of a request has the link and the text, and neither once it is decided', async () => {
  const approval = await asked('Sum: 7.');
  const { jobId, position } = approval;
  const read = async () =>
    JSON.parse((await approvalBody(world.ctx, { jobId, position, delivery: 'PAYLOAD' }))?.body ?? '');
  expect(await read()).toMatchObject({
    type: 'approval.requested',
    data: {
      stepId: 'check',
      state: 'PENDING',
      text: 'Sum: 7.',
      url: await approvalLink(world.ctx, approval),
    },
  });
  await post(await tokenOf(approval), { decision: 'APPROVE' });
  expect((await read()).data).toMatchObject({ state: 'APPROVED', text: null, url: null });
});

test('no message or response shows a reader who may not decide the link that decides', async () => {
  const approval = await asked();
  const { id, jobId, position, accountId } = approval;
  const { ctx } = world;
  const { body = '' } = (await approvalBody(ctx, { jobId, position, delivery: 'FILE_URL' })) ?? {};
  const link = await approvalLink(ctx, approval);
  expect(body).toContain(link);
  // A receiver that returns what it was sent, in a form of its own.
  const response = encodeURIComponent(body.slice(0, body.indexOf(link) + link.length - 1));
  const at = ctx.now();
  await ctx.db.write(async (tx) => {
    await tx.testMessage.create({ data: { id: 'tst_1', accountId, receivedAt: at, headers: '{}', body } });
    await tx.callback.create({
      data: {
        ...{ id: 'msg_1', jobId, accountId, position, url: 'https://a.test', endpoint: 'https://a.test' },
        ...{ delivery: 'FILE_URL', state: 'DELIVERED', tries: 1, createdAt: at },
        deliveries: { create: { number: 1, isManual: false, startedAt: at, status: 200, response } },
      },
    });
  });
  const shown = async (scopes: { write: boolean }) => {
    const viewer = { ...admin(), via: 'api_key' as const, scopes: { read: true, admin: true, ...scopes } };
    const [messages, [callback]] = await Promise.all([
      listTestMessages(ctx, viewer, accountId),
      listDeliveries(ctx, viewer, jobId),
    ]);
    return [messages[0]?.body, callback?.deliveries[0]?.response];
  };
  expect(await shown({ write: true })).toEqual([body, response]);
  const [message, received] = await shown({ write: false });
  expect(message).toContain(`${id}-…`);
  expect(message).not.toContain(link.split(`${id}-`)[1]?.slice(0, 5));
  expect(received).toBeNull();
});
