import { defaultOrigin } from '@/lib/config/brand';
import { models } from '@/lib/config/models';
import type { Provider } from '@/lib/engine/calls/provider';
import { type Clock, systemSleep } from '@/lib/engine/clock';
import type { Engine } from '@/lib/engine/engine';
import { type Catalog, openCatalog } from '@/lib/engine/models/catalog';
import type { TextWorker } from '@/lib/engine/text-worker';
import { sandboxProvider } from '@/lib/providers/sandbox/sandbox-provider';
import { newId } from '@/lib/server/ids';
import { openPeers } from '@/lib/server/jobs/peers/peers';
import { WorkerWatch } from '@/lib/server/jobs/peers/worker-watch';
import { BoundedTexts } from '@/lib/server/jobs/worker/bounded-texts';
import { JobEvents } from '@/lib/server/jobs/worker/job-events';
import { JobWorker } from '@/lib/server/jobs/worker/job-worker';
import type { WorkflowRuntime } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type OpenTextWorker, openTextWorker } from '@/lib/server/text-worker/open-text-worker';
import { CallbackSender } from '@/lib/server/webhooks/callback-sender';
import type { SendOptions } from '@/lib/server/webhooks/send-message';
import { TestReceiver } from '@/lib/server/webhooks/test-receiver';

interface Options {
  /** Whether this process runs jobs, or leaves all to others. On SQLite there are none: jobs stay in their queues. */
  runsJobs?: boolean;
  /** That of the product, if none is given. */
  catalog?: Catalog;
  clock?: Clock;
  textWorker?: TextWorker & Partial<OpenTextWorker>;
  /** All providers. */
  providers?: readonly Provider[];
  /** Providers in addition to the sandbox. */
  languageModels?: readonly Provider[];
  random?: () => number;
  /** Where callbacks may go; by default to public addresses. */
  callbacks?: Omit<SendOptions, 'testReceiver'>;
  testReceiver?: TestReceiver;
}

/** The engine of this process on its database. */
export function openWorkflowRuntime(ctx: ServerContext, options: Options = {}): WorkflowRuntime {
  const { runsJobs = true } = options;
  const clock = options.clock ?? clockOf(ctx);
  const textWorker: Options['textWorker'] & {} = options.textWorker ?? openTextWorker();
  const events = new JobEvents(ctx.db.sql);
  const peers = openPeers(ctx.db);
  const ports = {
    clock,
    random: options.random ?? Math.random,
    catalog: options.catalog ?? openCatalog(models),
    providers: options.providers ?? [
      sandboxProvider(clock, textWorker.reply),
      ...(options.languageModels ?? []),
    ],
    textWorker,
    texts: new BoundedTexts(),
    observeCall: warnOfRefusedKeys(clock),
  };
  const worker = new JobWorker(ctx, { ports, peers, events, workerId: newId(ctx, 'worker'), runsJobs });
  const workers = new WorkerWatch(ctx, peers, runsJobs);
  const testReceiver = options.testReceiver ?? new TestReceiver(ctx, defaultOrigin);
  const callbacks = new CallbackSender(ctx, {
    allowsPrivate: false,
    ...options.callbacks,
    testReceiver,
    random: ports.random,
  });
  return {
    worker,
    engine: worker.engine,
    events,
    workers,
    callbacks,
    testReceiver,
    start: async () => {
      workers.start();
      if (runsJobs) callbacks.start();
      await worker.start();
    },
    stop: async () => {
      await Promise.all([worker.stop(), workers.stop(), callbacks.stop()]);
      events.notifyAll();
      await textWorker.close?.();
    },
  };
}

/** How often (ms) the log says that a provider refuses the server's key. */
const WARN_EVERY_MS = 60_000;

/** Warns the operator of a refused key, once per minute and provider. */
function warnOfRefusedKeys(clock: Clock): Engine['observeCall'] {
  const warnedAt = new Map<string, number>();
  return (provider, result) => {
    if (result.outcome !== 'FAILED' || result.kind !== 'denied') return;
    const now = clock.elapsed();
    if (now - (warnedAt.get(provider) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    warnedAt.set(provider, now);
    logger.warn({ provider, reason: result.message }, 'A provider refuses the calls of this server');
  };
}

const clockOf = (ctx: Pick<ServerContext, 'now' | 'elapsed'>): Clock => ({
  now: () => ctx.now().getTime(),
  elapsed: () => ctx.elapsed(),
  sleep: systemSleep,
});
