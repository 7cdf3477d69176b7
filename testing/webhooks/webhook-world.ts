import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackInput } from '@/lib/engine/workflow';
import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { openDatabase } from '@/lib/server/database/open-database';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { serverContext } from '@/lib/server/runtime/context';
import { observeWrites } from '@/lib/server/starting/observe-writes';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { CallbackSender, type SenderOptions } from '@/lib/server/webhooks/callback-sender';
import { orchestrate, type StartOptions } from '@/lib/server/workflows/start-workflow';
import type { Callback, Delivery } from '@/prisma/generated/prisma/client';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import { copyTestDatabase } from '@/testing/test-database';

/** A callback with its deliveries. */
export type StoredCallback = Callback & { deliveries: Delivery[] };

/** Accounts that run workflows on a real database, with a clock that tests set, and senders as the test opens them. */
export interface WebhookWorld {
  ctx: WorkflowContext;
  /** An admin of each account. */
  viewers: Viewer[];
  /** Moves the clock, which doesn't run by itself. */
  pass(milliseconds: number): void;
  /** Runs a workflow to its end. @returns the job's id */
  run(
    callbacks: readonly CallbackInput[],
    more?: {
      account?: number;
      model?: string;
      metadata?: unknown;
      input?: string;
      postprocessors?: readonly { name: string }[];
    } & StartOptions,
  ): Promise<string>;
  /** A sender as another process has one. It looks only when it's asked to, unless it is started. */
  sender(options?: Partial<SenderOptions>): CallbackSender;
  /** Looks for what is due until nothing is under way. */
  deliver(sender: CallbackSender): Promise<void>;
  callbacks(): Promise<StoredCallback[]>;
  close(): Promise<void>;
}

const noJitter = () => 0.5;

/** @param accounts how many */
export async function openWebhookWorld(accounts = 1): Promise<WebhookWorld> {
  const database = await copyTestDatabase();
  const db = observeWrites(openDatabase(database.url));
  let now = new Date('2026-06-15T12:00:00.000Z');
  const base = { ...serverContext(db), now: () => now };
  const viewers: Viewer[] = [];
  for (let number = 0; number < accounts; number += 1) {
    const { admin } = await createAccount(
      base,
      { name: `Account ${number}`, planId: 'plan_pro', demo: false },
      { email: `admin${number}@example.com`, password: 'correct horse battery', first_name: 'Ada' },
    );
    viewers.push(operatorViewer(admin));
  }
  const ctx: WorkflowContext = {
    ...base,
    workflows: openWorkflowRuntime(base, {
      textWorker: sharedTextWorker,
      callbacks: { allowsPrivate: true },
      random: noJitter,
    }),
  };
  await workflowsOf(ctx).worker.heartbeat.send();
  const senders: CallbackSender[] = [];
  const read = () =>
    db.prisma.callback.findMany({
      include: { deliveries: { orderBy: { number: 'asc' } } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  return {
    ctx,
    viewers,
    pass: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
    run: async (
      callbacks,
      {
        account = 0,
        model = 'fast',
        metadata,
        input = 'The arm stops.',
        postprocessors = [],
        ...options
      } = {},
    ) => {
      const calls = { task: 'generation', model: `sandbox/${model}`, retries: 0, fallbacks: [] };
      const step = { id: 'a', ...calls, postprocessors };
      const viewer = viewers[account] as Viewer;
      const call = { name: 'Webhooks', input, steps: [step], callbacks, metadata };
      const { id, status } = await orchestrate(ctx, viewer, call, options);
      if (status === 'QUEUED' || status === 'RUNNING') throw new Error('The job has not ended.');
      return id;
    },
    sender: (options = {}) => {
      const { testReceiver } = workflowsOf(ctx);
      const sender = new CallbackSender(ctx, {
        ...{ allowsPrivate: true, random: noJitter, testReceiver },
        ...options,
      });
      senders.push(sender);
      return sender;
    },
    deliver: async (sender) => {
      await sender.look();
      while (sender.isBusy) await sleep(5);
    },
    callbacks: read,
    close: async () => {
      await Promise.all(senders.map((sender) => sender.stop()));
      await ctx.workflows?.stop();
      await db.close();
      await database.remove();
    },
  };
}
