import fs from 'node:fs';
import path from 'node:path';
import { startSite } from '@/bench/http/start-site';
import { demoPassword } from '@/lib/config/demo';
import {
  attemptsQuery,
  runInput,
  runMutation,
  sampleFile,
  sampleMutation,
  sampleResultQuery,
  sampleVariables,
} from '@/lib/config/landing-jobs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { postFile } from '@/testing/post-file';
import { callApi, signIn } from '@/testing/run/loss/api-client';

const file = 'components/site/landing/recorded-jobs.json';
const ONE_LOOK = 50; // milliseconds

/** Runs the landing page's jobs on the sandbox of the built site, and keeps what the API returned. */
export default async function recordJobs(): Promise<void> {
  const site = await startSite();
  try {
    const { token } = await signIn(portOf(site.url), 'dev@acme.test', demoPassword);
    const record = async () => ({
      recordedAt: new Date().toISOString().slice(0, 10),
      run: await recordRun(site.url, token),
      sample: await recordSample(site.url, token),
    });
    const recorded = await step('record', 'running the jobs', record, () => ({ text: `${file} written` }));
    fs.writeFileSync(path.join(root, file), `${JSON.stringify(recorded, null, 2)}\n`);
  } finally {
    await site.stop();
  }
}

const portOf = (url: string) => Number(new URL(url).port);

async function recordRun(url: string, token: string) {
  const { orchestrate: job } = await call<{ orchestrate: { jobId: string } }>(url, token, runMutation, {
    input: runInput,
  });
  const { listAttempts: attempts } = await call(url, token, attemptsQuery, { jobId: job.jobId });
  return { job, attempts };
}

/** @returns the response to the mutation, and the job's own once it has ended */
async function recordSample(url: string, token: string) {
  const post = (body: BodyInit, headers?: Record<string, string>) =>
    fetch(`${url}/api/graphql`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const response = await postFile(
    { post },
    token,
    { query: sampleMutation, variables: sampleVariables },
    new File([sampleFile.text], sampleFile.name),
  );
  const started = await response.json();
  const { jobId } = started.data.queueAsyncWorkflow;
  for (;;) {
    const data = await call<{ getJobResult: { status: string } }>(url, token, sampleResultQuery, { jobId });
    if (!['QUEUED', 'RUNNING'].includes(data.getJobResult.status)) return { started, ended: { data } };
    await new Promise((done) => setTimeout(done, ONE_LOOK));
  }
}

/** @throws Stop with the API's own message */
async function call<Data = Record<string, unknown>>(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown>,
): Promise<Data> {
  const { data, errors } = await callApi<Data>(portOf(url), query, { token, variables });
  if (!data || errors.length > 0) throw new Stop(`The API refused a call: ${JSON.stringify(errors)}`);
  return data;
}
