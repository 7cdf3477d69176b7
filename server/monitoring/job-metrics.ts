import client from 'prom-client';
import { jobCounts, runtime } from '@/lib/server/runtime/runtime';
import { countJobs } from '@/lib/server/workflows/count-jobs';

/** Seconds: from a step without a model to a long one, and waits in a line. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** How long (ms) the counts of the database's jobs are reused, so that frequent scrapes don't load it. */
const COUNTED_EVERY_MS = 5_000;

/** Jobs, the calls of models that they make, and who runs them. */
export function observeJobs(registers: client.Registry[]): void {
  observeEnds(registers);
  observeCalls(registers);
  observeLine(registers);
  new client.Gauge({
    name: 'circuit_breakers_open',
    help: 'Models that this process holds back, because calls of them have failed.',
    registers,
    collect() {
      this.set(runtime.api?.workflows.engine.breakers.heldBack.length ?? 0);
    },
  });
  new client.Gauge({
    name: 'workers_alive',
    help: "Processes that run jobs of the database; no value while that isn't known.",
    registers,
    collect() {
      const alive = runtime.api?.workflows.workers.alive ?? null;
      this.remove();
      if (alive !== null) this.set(alive);
    },
  });
}

function observeEnds(registers: client.Registry[]): void {
  const ended = new client.Counter({
    name: 'jobs_ended_total',
    help: 'Jobs that have ended, by status and the code of their error; OK without one.',
    labelNames: ['status', 'code'],
    registers,
  });
  const histogram = (part: string, help: string) =>
    new client.Histogram({ name: `job_${part}_seconds`, help, buckets, registers });
  const queue = histogram('queue', 'How long ended jobs waited before their first step.');
  const provider = histogram('provider', 'How long ended jobs had a call of a model under way.');
  const retry = histogram('retry', 'How long ended jobs only waited to call a model again.');
  const own = histogram('own', "The rest of ended jobs' time: Switchyard's own work.");
  const total = histogram('duration', 'From the acceptance of a job to its end.');
  jobCounts.onEnd = ({ status, code, times: { queueMs, providerMs, retryMs, ownMs } }) => {
    ended.inc({ status, code });
    queue.observe(queueMs / 1_000);
    provider.observe(providerMs / 1_000);
    retry.observe(retryMs / 1_000);
    own.observe(ownMs / 1_000);
    total.observe((queueMs + providerMs + retryMs + ownMs) / 1_000);
  };
}

function observeCalls(registers: client.Registry[]): void {
  const labelNames = ['provider', 'model'] as const;
  const calls = new client.Counter({
    name: 'model_calls_total',
    help: 'Calls of models, by provider, model and result: OK, CANCELED, LOST or the code of the failure.',
    labelNames: [...labelNames, 'result'],
    registers,
  });
  const retries = new client.Counter({
    name: 'model_retries_total',
    help: 'Calls that failed, and after which the same model may be called again.',
    labelNames,
    registers,
  });
  const durations = new client.Histogram({
    name: 'model_call_duration_seconds',
    help: 'From the call of a model to the end of its answer.',
    labelNames,
    buckets,
    registers,
  });
  const firstTokens = new client.Histogram({
    name: 'model_first_token_seconds',
    help: 'From the call of a model to the first text of its answer.',
    labelNames,
    buckets,
    registers,
  });
  const tokens = new client.Counter({
    name: 'model_tokens_total',
    help: 'Tokens of calls, by kind; estimates for calls whose provider gave none.',
    labelNames: [...labelNames, 'kind'],
    registers,
  });
  const cost = new client.Counter({
    name: 'model_cost_dollars_total',
    help: 'US dollars of the calls whose price is known.',
    labelNames,
    registers,
  });
  const unknownCosts = new client.Counter({
    name: 'model_unknown_cost_calls_total',
    help: "Calls whose cost isn't known, because their model has no price.",
    labelNames,
    registers,
  });
  jobCounts.onCall = ({ provider, model, result, milliseconds, firstTokenMs, usage, ...call }) => {
    const labels = { provider, model };
    calls.inc({ ...labels, result });
    if (call.isRetried) retries.inc(labels);
    if (result !== 'LOST') durations.observe(labels, milliseconds / 1_000);
    if (firstTokenMs !== null) firstTokens.observe(labels, firstTokenMs / 1_000);
    for (const [kind, count] of Object.entries(usage)) if (count > 0) tokens.inc({ ...labels, kind }, count);
    if (call.costNanos === null) unknownCosts.inc(labels);
    else cost.inc(labels, call.costNanos / 1e9);
  };
}

/** The jobs of the database that haven't ended, whichever process runs them. */
function observeLine(registers: client.Registry[]): void {
  let counted: { at: number; jobs: ReturnType<typeof countJobs> } | undefined;
  const count = () => {
    const now = performance.now();
    if (runtime.api && (!counted || now - counted.at >= COUNTED_EVERY_MS))
      counted = { at: now, jobs: countJobs(runtime.api.context.db.rows) };
    // Without the database, the gauges have no value.
    return counted?.jobs.catch(() => null) ?? null;
  };
  new client.Gauge({
    name: 'jobs_open',
    help: "Jobs that haven't ended: waiting in a line, running, or parked until their provider takes calls again.",
    labelNames: ['state'],
    registers,
    async collect() {
      const jobs = await count();
      this.reset();
      if (!jobs) return;
      for (const state of ['waiting', 'running', 'parked'] as const) this.set({ state }, jobs[state]);
    },
  });
  new client.Gauge({
    name: 'job_queue_oldest_seconds',
    help: 'How long ago the oldest waiting job was accepted; 0 if none waits.',
    registers,
    async collect() {
      const jobs = await count();
      this.remove();
      if (jobs) this.set(jobs.oldestAt === null ? 0 : Math.max(0, (Date.now() - jobs.oldestAt) / 1_000));
    },
  });
}
