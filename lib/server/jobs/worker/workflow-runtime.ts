import type { Engine } from '@/lib/engine/engine';
import type { WorkerWatch } from '@/lib/server/jobs/peers/worker-watch';
import type { JobEvents } from '@/lib/server/jobs/worker/job-events';
import type { JobWorker } from '@/lib/server/jobs/worker/job-worker';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { CallbackSender } from '@/lib/server/webhooks/callback-sender';
import type { TestReceiver } from '@/lib/server/webhooks/test-receiver';

/** The dependencies of the rules of workflows, in addition to the database. */
export interface WorkflowRuntime {
  worker: JobWorker;
  engine: Engine;
  events: JobEvents;
  workers: WorkerWatch;
  callbacks: CallbackSender;
  testReceiver: TestReceiver;
  /** Begins to run jobs, those of an earlier process first. */
  start(): Promise<void>;
  /** Returns the jobs under way to their queues. */
  stop(): Promise<void>;
}

/** The context of a process that takes and runs workflows. */
export interface WorkflowContext extends ServerContext {
  workflows?: WorkflowRuntime | undefined;
}

/** @throws Error in a process that runs no workflows, as commands do */
export function workflowsOf({ workflows }: WorkflowContext): WorkflowRuntime {
  if (!workflows) throw new Error('This process runs no workflows.');
  return workflows;
}
