import client from 'prom-client';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import { labelsOf } from '@/lib/server/jobs/worker/log-recorded-jobs';
import { jobCounts, runtime, traceCounts } from '@/lib/server/runtime/runtime';
import { countJobs, openJobStates } from '@/lib/server/workflows/count-jobs';

/** Seconds: from a step without a model to a long one, and waits in a line. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** How long (ms) the counts of the database's jobs are reused, so that frequent scrapes don't load it. */
const COUNTED_EVERY_MS = 5_000;

/** Jobs, the calls of models that they make, and who runs them. */
export function observeJobs(registers: client.Registry[]): void {
  observeEnds(registers);
  observeCalls(registers);
  observeOpenJobs(registers);
  observeBreakers(registers);
  observeTraces(registers);
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

/** Nothing is counted without a receiver of traces. */
function observeTraces(registers: client.Registry[]): void {
  const traces = new client.Counter({
    name: 'job_traces_total',
    help: 'Traces of ended jobs by result: sent, unsampled by their caller, or of deleted jobs. Dropped ones are queue_full, failed at the receiver, or ended with the process.',
    labelNames: ['result'],
    registers,
  });
  const rejected = new client.Counter({
    name: 'job_trace_spans_rejected_total',
    help: 'Spans that the receiver of traces has rejected in requests that it took.',
    registers,
  });
  new client.Gauge({
    name: 'job_traces_waiting',
    help: 'Traces of ended jobs that wait to be sent.',
    registers,
    collect() {
      this.set(traceCounts.waiting());
    },
  });
  traceCounts.onTraces = (result, count) => {
    if (count > 0) traces.inc({ result }, count);
  };
  traceCounts.onRejected = (spans) => rejected.inc(spans);
}

function observeBreakers(registers: client.Registry[]): void {
  new client.Gauge({
    name: 'circuit_breakers_open',
    help: 'Accounts for which this process holds a model back, because calls of it have failed; without the sandbox.',
    labelNames: ['provider', 'model'],
    registers,
    collect() {
      this.reset();
      if (!runtime.api) return;
      const { breakers, catalog } = runtime.api.workflows.engine;
      const listed = new Set(catalog.models.map(({ id }) => id));
      for (const [id, accounts] of breakers.open) {
        const [provider, model] = labelsOf(id, listed);
        if (provider !== 'sandbox') this.inc({ provider, model }, accounts);
      }
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
  const parts = {
    queueMs: histogram('queue', 'How long ended jobs waited in a queue, or were in no process.'),
    providerMs: histogram('provider', 'How long ended jobs had a call of a model under way.'),
    retryMs: histogram('retry', 'How long ended jobs only waited to call a model again.'),
    approvalMs: histogram('approval', 'How long ended jobs only waited for a person.'),
    ownMs: histogram('own', "The rest of ended jobs' time: Switchyard's own work."),
  };
  const total = histogram('duration', 'From the acceptance of a job to its end.');
  jobCounts.onEnd = ({ status, code, times, hasBegun }) => {
    ended.inc({ status, code });
    // A job canceled in its queue says nothing about how long jobs take.
    if (!hasBegun) return;
    for (const part of ['queueMs', 'providerMs', 'retryMs', 'approvalMs', 'ownMs'] as const)
      parts[part].observe(times[part] / 1_000);
    total.observe(Object.values(times).reduce((sum, ms) => sum + ms, 0) / 1_000);
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
    help: 'Calls of a model that had failed for the same question before.',
    labelNames,
    registers,
  });
  const durations = new client.Histogram({
    name: 'model_call_duration_seconds',
    help: 'From the call of a model to the end of its reply.',
    labelNames,
    buckets,
    registers,
  });
  const firstTokens = new client.Histogram({
    name: 'model_first_token_seconds',
    help: 'From the call of a model to the first text of its reply.',
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
    if (call.isRetry) retries.inc(labels);
    if (milliseconds !== null) durations.observe(labels, milliseconds / 1_000);
    if (firstTokenMs !== null) firstTokens.observe(labels, firstTokenMs / 1_000);
    for (const [kind, of] of tokenKinds) if (usage[of] > 0) tokens.inc({ ...labels, kind }, usage[of]);
    if (call.costNanos === null) unknownCosts.inc(labels);
    else cost.inc(labels, dollarsOfNanos(call.costNanos));
  };
}

const tokenKinds = [
  ['input', 'input'],
  ['cached_input', 'cachedInput'],
  ['cache_write', 'cacheWrite'],
  ['output', 'output'],
  ['reasoning', 'reasoning'],
] as const;

/** The jobs of the database that haven't ended, whichever process runs them. */
function observeOpenJobs(registers: client.Registry[]): void {
  let counted: { at: number; jobs: ReturnType<typeof countJobs> } | undefined;
  const count = () => {
    const now = performance.now();
    if (runtime.api && (!counted || now - counted.at >= COUNTED_EVERY_MS))
      counted = { at: now, jobs: countJobs(runtime.api.context.db.sql) };
    // Without the database, the gauges have no value.
    return counted?.jobs.catch(() => null) ?? null;
  };
  new client.Gauge({
    name: 'jobs_open',
    help: "Jobs that haven't ended: in their account's queue, dispatched without a place in a process, running, or parked for a provider or a person.",
    labelNames: ['state'],
    registers,
    async collect() {
      const open = await count();
      this.reset();
      if (open) for (const state of openJobStates) this.set({ state }, open.jobs[state]);
    },
  });
  new client.Gauge({
    name: 'job_oldest_age_seconds',
    help: "How long ago the oldest dispatched job was accepted that hasn't begun; 0 if there is none.",
    registers,
    async collect() {
      const open = await count();
      this.remove();
      if (open) this.set(open.oldestAt === null ? 0 : Math.max(0, (Date.now() - open.oldestAt) / 1_000));
    },
  });
}
