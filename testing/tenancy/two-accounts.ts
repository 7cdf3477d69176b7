import { operatorViewer } from '@/lib/server/auth/viewer';
import { draftInvoice } from '@/lib/server/billing/write-invoices';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { Prisma } from '@/prisma/generated/prisma/client';
import { createTriedRun } from '@/testing/bulk-run';
import { type CallerKind, callers } from '@/testing/callers';
import { meter } from '@/testing/meter';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

/** The kinds of records. */
export const recordKinds = [
  'account',
  'user',
  'session',
  'apiKey',
  'template',
  'execution',
  'invoice',
  'auditEvent',
  'job',
  'callback',
  'bulkFile',
  'bulkRun',
] as const;

export type RecordIds = Record<(typeof recordKinds)[number], string>;

/** One account from the view of its callers: their world, their records, and those of the other account. */
export interface Side {
  /** The world as if this account were Acme, for the legal calls of testing/operations.ts. */
  world: TestWorld;
  own: RecordIds;
  foreign: RecordIds;
}

/** Fills both accounts with a record of every kind. @returns the side of a caller */
export async function twoAccounts(ctx: WorkflowContext): Promise<(caller: CallerKind) => Side> {
  const world = await createTestWorld(ctx);
  const { acme, globex, users, strangers } = world;
  const mirrored: TestWorld = {
    acme: globex,
    globex: acme,
    users: { ...users, ...strangers, secondAdmin: strangers.admin, colleague: strangers.developer },
    strangers: { admin: users.admin, developer: users.developer },
  };
  const [ours, theirs] = [await recordsOf(ctx, world), await recordsOf(ctx, mirrored)];
  return (caller) =>
    caller === "another account's admin"
      ? { world: mirrored, own: theirs, foreign: ours }
      : { world, own: ours, foreign: theirs };
}

async function recordsOf(
  ctx: WorkflowContext,
  { acme, users: { developer } }: TestWorld,
): Promise<RecordIds> {
  await sessionToken(ctx, developer);
  const { apiKey } = await keyOf(ctx, developer, ['read']);
  await meter(ctx, developer, '2026-06-10T12:00:00Z');
  const invoice = await draftInvoice(ctx, acme.id, '2026-05-01');
  const url = await workflowsOf(ctx).testReceiver.addressOf(acme.id);
  const callbacks = [{ status: 'COMPLETED', url }] as const;
  const workflow = { input: 'The arm stalls.', steps: [{ id: 'reply', task: 'generation' }], callbacks };
  const job = await orchestrate(ctx, operatorViewer(developer), workflow, {});
  const { prisma: read } = ctx.db;
  const where = { accountId: acme.id };
  const session = await read.session.findFirstOrThrow({ where: { userId: developer.id } });
  const template = await read.template.findFirstOrThrow({ where });
  const execution = await read.execution.findFirstOrThrow({ where });
  const auditEvent = await read.auditEvent.findFirstOrThrow({ where });
  const { fileId, runId } = await createTriedRun(ctx, developer);
  const callback = await read.callback.findFirstOrThrow({ where });
  const records = {
    account: acme,
    user: developer,
    session,
    apiKey,
    template,
    execution,
    invoice,
    auditEvent,
    job,
    callback,
    bulkFile: { id: fileId },
    bulkRun: { id: runId },
  };
  return Object.fromEntries(recordKinds.map((kind) => [kind, records[kind].id])) as RecordIds;
}

/** A bearer token of every kind of caller, used once so that no later call writes its first use. */
export async function tokensOf(
  ctx: ServerContext,
  side: (caller: CallerKind) => Side,
  use: (token: string | undefined) => Promise<unknown>,
): Promise<Map<CallerKind, string | undefined>> {
  const { world } = side('admin');
  const tokens = new Map<CallerKind, string | undefined>();
  for (const caller of Object.keys(callers) as CallerKind[]) {
    const token = await callers[caller](ctx, world);
    await use(token);
    tokens.set(caller, token);
  }
  return tokens;
}

/** The ids of everything that belongs to an account, its people's sessions included. */
export async function idsOfAccount(
  { db }: Pick<ServerContext, 'db'>,
  accountId: string,
): Promise<Set<string>> {
  const models = Object.values(Prisma.ModelName).filter((model) => {
    const columns: string[] = Object.values(Prisma[`${model}ScalarFieldEnum`]);
    return columns.includes('id') && columns.includes('accountId');
  });
  const ids = [accountId];
  for (const model of models) {
    const rows = await db.prisma.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM ${Prisma.raw(`"${model}"`)} WHERE "accountId" = ${accountId}`;
    ids.push(...rows.map(({ id }) => id));
  }
  const sessions = await db.prisma.session.findMany({ where: { user: { accountId } }, select: { id: true } });
  return new Set([...ids, ...sessions.map(({ id }) => id)]);
}

/** Every id in a text, in the form of lib/server/ids.ts. */
export function idsIn(text: string): string[] {
  return text.match(/\b[a-z]{3,4}_[0-9a-z]{20}\b/g) ?? [];
}
