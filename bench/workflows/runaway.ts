import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { probeReadiness, type Readiness } from '@/bench/http/probe-readiness';
import { startSite } from '@/bench/http/start-site';
import { limits } from '@/lib/config/limits';
import { say, step } from '@/scripts/console/step.mjs';
import { makeDatabase } from './accounts';
import { newDatabaseUrl, unlimited } from './bench-site';
import { type Runaway, runaways } from './runaway-inputs';

const PROBE_EVERY = 50; // milliseconds
const LOOK_EVERY = 500; // milliseconds
/** How long (ms) a workflow may run. */
const MOST_RUN = 60_000;
const PATIENCE = 5 * MOST_RUN;
/** What a probe is compared with (ms). */
const MOST_PROBE = 1_000;
const ended = new Set(['COMPLETED', 'FAILED', 'CANCELED']);

/** What has become of a workflow. */
interface Run {
  name: string;
  milliseconds: number;
  /** The status and error of its job, or why it was refused. */
  end: string;
}

/** Runs workflows that may take a server down, one after another and all at once, while its readiness is probed. */
export async function measureRunaways(): Promise<Figure[]> {
  const databaseUrl = newDatabaseUrl();
  const [admin] = await makeDatabase(databaseUrl, ['plan_enterprise']);
  const site = await startSite({ ...unlimited, DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback' });
  try {
    const api = `${site.url}/api/graphql`;
    const { token } = await signIn(api, { email: admin?.email ?? '' });
    const readiness: Readiness[] = [];
    const watched = async (runs: () => Promise<Run[]>) => {
      const stopProbing = probeReadiness(site.url, PROBE_EVERY);
      const found = await runs();
      readiness.push(await stopProbing());
      return found;
    };
    // What a client may hold in memory is bounded, so each is sent by a client of its own.
    const inputs = [...runaways().entries()];
    const runToEnd = ([index, runaway]: (typeof inputs)[number]) =>
      sendRunaway(api, { authorization: `Bearer ${token}`, 'x-forwarded-for': `198.18.0.${index}` }, runaway);
    const alone: Run[] = [];
    for (const input of inputs) {
      alone.push(...(await watched(async () => [await runToEnd(input)])));
      const [run, probes] = [alone.at(-1), readiness.at(-1)];
      const took = `${rounded(run?.milliseconds)} ms, slowest probe ${rounded(probes?.slowest)} ms`;
      say('workflows', `${run?.name}: ${run?.end} after ${took}`);
    }
    const together = await step(
      'workflows',
      'running all of them at once',
      () => watched(() => Promise.all(inputs.map(runToEnd))),
      (runs) => ({
        text: `all ${runs.length} of them run at once, slowest probe ${rounded(readiness.at(-1)?.slowest)} ms`,
      }),
    );
    return figuresOf(alone, together, readiness);
  } finally {
    await site.stop();
  }
}

const rounded = (milliseconds = Number.NaN): number => Math.round(milliseconds);

function figuresOf(
  alone: readonly Run[],
  together: readonly Run[],
  readiness: readonly Readiness[],
): Figure[] {
  const probes = readiness.reduce((sum, each) => sum + each.probes, 0);
  const ready = readiness.reduce((sum, each) => sum + each.ready, 0);
  const longest = (runs: readonly Run[]) => [Math.max(...runs.map(({ milliseconds }) => milliseconds))];
  const ofMinute = { unit: 'ms', floor: [MOST_RUN], bar: { atMost: 1 } };
  return [
    figure({
      name: `runaway workflows: failed probes of ${probes.toLocaleString('en')}`,
      unit: 'count',
      measured: [probes - ready],
      floor: [1],
      bar: { atMost: 0 },
    }),
    figure({
      name: 'runaway workflows: slowest probe, of a second',
      unit: 'ms',
      measured: [Math.max(...readiness.map(({ slowest }) => slowest))],
      floor: [MOST_PROBE],
    }),
    figure({
      ...ofMinute,
      name: 'runaway workflows: the longest alone, of a minute',
      measured: longest(alone),
    }),
    figure({
      ...ofMinute,
      name: 'runaway workflows: the longest of all at once, of a minute',
      measured: longest(together),
    }),
  ];
}

interface JobState {
  jobId: string;
  status: string;
  error: { code: string } | null;
}

/** @returns what became of it; one that never ends is UNFINISHED after five minutes */
async function sendRunaway(
  api: string,
  caller: Record<string, string>,
  { name, input, file }: Runaway,
): Promise<Run> {
  const since = performance.now();
  const over = (end: string): Run => ({ name, milliseconds: performance.now() - since, end });
  const fields = 'jobId status error { code }';
  const started = await call(api, caller, {
    query: `mutation ($input: StartWorkflowInput!, $file: Upload) {
      job: orchestrate(input: $input, file: $file, wait_ms: ${limits.orchestrate.max}) { ${fields} }
    }`,
    variables: { input, file: null },
    ...(file !== undefined && { file }),
  });
  let { job } = started;
  if (!job) return over(started.refusal);
  while (!ended.has(job.status)) {
    if (performance.now() - since > PATIENCE) return over('UNFINISHED');
    await delay(LOOK_EVERY);
    const query = `query ($id: ID!) { job: getJobResult(jobId: $id) { ${fields} } }`;
    job = (await call(api, caller, { query, variables: { id: job.jobId } })).job ?? job;
  }
  return over(job.error ? `${job.status}, ${job.error.code}` : job.status);
}

interface Call {
  query: string;
  variables: Record<string, unknown>;
  file?: string;
}

interface Answer {
  job: JobState | null;
  /** The code of its first error. */
  refusal: string;
}

async function call(api: string, caller: Record<string, string>, { file, ...body }: Call): Promise<Answer> {
  const { method, ...request } = graphqlRequest(api, body);
  const response = await fetch(api, {
    method,
    ...(file === undefined
      ? { headers: { ...request.headers, ...caller }, body: request.body }
      : { headers: { 'graphql-require-preflight': '1', ...caller }, body: formOf(request.body, file) }),
  });
  const { data, errors } = (await response.json()) as {
    data?: { job: JobState } | null;
    errors?: { extensions: { code: string } }[];
  };
  return { job: data?.job ?? null, refusal: errors?.[0]?.extensions.code ?? String(response.status) };
}

/** A call with a file. */
function formOf(operations: string, file: string): FormData {
  const form = new FormData();
  form.set('operations', operations);
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', new Blob([file]), 'line.txt');
  return form;
}
