import path from 'node:path';
import { graphqlRequest } from '@/bench/http/graphql-request';
import type { Target } from '@/bench/http/measure-load';
import { type MeasuredServer, startSite } from '@/bench/http/start-site';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { runTool, typeScript } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';

/** All calls come from one address here, and their limits aren't what is measured. */
export const unlimited = { API_CALLS_PER_CLIENT: '9999999', API_CALLS_PER_ACCOUNT: '9999999' };

/** The URL of a SQLite database that doesn't exist yet. */
export const newDatabaseUrl = (): string => `file:${path.join(temporaryDirectory(), 'bench.db')}`;

/** How glibc keeps memory, as the image and the systemd unit set it. */
const allocation = { MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_ARENA_MAX: '2' };

/** Starts the site on a database, without limits on its calls. */
export const serveDatabase = (databaseUrl: string): Promise<MeasuredServer> =>
  startSite({ ...unlimited, ...allocation, DATABASE_URL: databaseUrl });

/** A job of one step that the sandbox completes at once. */
export const oneStep = {
  name: 'One step',
  input: 'The gripper stops after two minutes, and the app shows E-41.',
  steps: [{ id: 'summary', task: 'summarization', input: '{{ input }}' }],
} satisfies StartInput;

/** The request that starts a workflow: it waits for its end, or only for its acceptance. */
export const startRequest = (
  url: string,
  mutation: 'orchestrate' | 'enqueueWorkflow',
  { input, token }: { input: StartInput; token: string },
) =>
  graphqlRequest(url, {
    query: `mutation ($input: StartWorkflowInput!) { ${mutation}(input: $input) { status } }`,
    variables: { input },
    token,
  });

/** @throws Stop if the response is an error */
export async function send({ url, ...request }: Target): Promise<void> {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok || text.includes('"errors":'))
    throw new Stop(`${url} returned ${response.status}: ${text.slice(0, 500)}`);
}

interface Line {
  /** Of a user of the account. */
  email: string;
  jobs: number;
  /** Of each job, one after another. */
  steps: number;
  /** Of each step. */
  model: string;
}

/** Lets jobs wait in the line of an account, before a server has the database open. */
export async function fillLine(databaseUrl: string, { email, jobs, steps, model }: Line): Promise<void> {
  const [node, ...loader] = typeScript;
  const args = [
    'bench/workflows/fill-line-program.ts',
    databaseUrl,
    email,
    String(jobs),
    String(steps),
    model,
  ];
  const count = jobs.toLocaleString('en');
  await step(
    'fill',
    `queueing ${count} jobs`,
    () =>
      runTool(node, [...loader, ...args], {
        advice: "The jobs couldn't be queued; the lines above say why.",
      }),
    () => ({ text: `${count} jobs queued` }),
  );
}
