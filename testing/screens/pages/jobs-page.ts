import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { signIn } from '@/testing/screens/open-screen';
import { createPerson, type Person } from '@/testing/screens/people';

export const title = () => page.getByRole('heading', { level: 1 });
export const line = (text: string) => page.getByRole('status').filter({ hasText: text });
export const expectAddress = (address: string) =>
  expect.poll(() => location.pathname + location.search).toBe(address);

export const rows = () => page.getByRole('table', { name: 'Jobs' }).css('tbody tr');
export const row = (name: string) => rows().filter({ hasText: name });
/** The cell of a job's row under that column. */
export const cell = (name: string, column: string) => row(name).css(`[data-column="${column}"]`);
export const filter = (name: 'status' | 'name' | 'user' | 'from' | 'to' | 'failure' | 'key' | 'metadata') =>
  page.css(`search[aria-label=Filters] [name=${name}]`);

/** A part of the page of a job, under its heading. */
export const section = (name: string) => page.getByRole('region', { name, exact: true });
/** One step on the page of a job. */
export const step = (id: string) =>
  section('Steps')
    .css('ol > li')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${id} `) }) });
export const attempts = (id: string) =>
  page.getByRole('table', { name: `Attempts of ${id}` }).css('tbody tr');
export const question = () => page.getByRole('alertdialog');

/** A step that is done at once. */
export const quickStep = { id: 'summary', task: 'summarization', model: 'sandbox/fast' };
/** A step that takes two seconds. */
export const slowStep = { ...quickStep, model: 'sandbox/slow' };
/** A step that fails: its model is over a rate limit, for which no circuit breaker holds it back. */
export const failingStep = { ...quickStep, model: 'sandbox/limited', retries: 0 };
/** A step that runs until it is canceled: its model becomes silent. */
export const endlessStep = { ...quickStep, model: 'sandbox/stall', idle_timeout_ms: 600_000 };

const input = 'The arm no longer stalls at -10 °C. Logs rotate daily. The gripper is quieter.';

/** Runs a workflow to its end, as the person who is signed in or with another token. @returns the job's id */
export async function runJob(workflow: object = {}, token?: string): Promise<string> {
  const { orchestrate } = await ask<{ orchestrate: { jobId: string } }>(
    'mutation Run($input: StartWorkflowInput!) { orchestrate(input: $input) { jobId } }',
    { input: { input, steps: [quickStep], ...workflow } },
    token,
  );
  return orchestrate.jobId;
}

/** Starts a workflow in the same way, and doesn't wait for it. */
export async function startJob(workflow: object, token?: string): Promise<string> {
  const { enqueueWorkflow } = await ask<{ enqueueWorkflow: { jobId: string } }>(
    'mutation Start($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }',
    { input: { input, steps: [quickStep], ...workflow } },
    token,
  );
  return enqueueWorkflow.jobId;
}

/** A step that asks a person. */
export const askingStep = { id: 'check', task: 'approval', instructions: 'Is it right?' };

/** Starts a job that asks a person. @returns its id, once it waits */
export async function startAsking(name: string, token?: string): Promise<string> {
  const id = await startJob({ name, steps: [askingStep] }, token);
  const read = 'query Read($id: ID!) { getJobResult(jobId: $id) { waitReason } }';
  const reason = async () =>
    (await ask<{ getJobResult: { waitReason: string | null } }>(read, { id }, token)).getJobResult.waitReason;
  await expect.poll(reason).toBe('APPROVAL');
  return id;
}

/** Signs in a new developer, who has no jobs. */
export async function signInNewPerson(): Promise<Person> {
  const person = await createPerson();
  await signIn(person.email);
  return person;
}
