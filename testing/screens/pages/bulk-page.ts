import { page } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { ask } from '@/testing/screens/ask';
import { realFetch } from '@/testing/screens/real-fetch';
import { quickStep } from './jobs-page';

export const bulkList = '/dashboard/workflows/bulk';
export const button = (name: string) => page.getByRole('button', { name });
/** The alert that contains this text: the page has an empty one, too. */
export const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
export const field = (name: string) => page.css(`main [name=${name}]`);
export const table = (name: string) => page.getByRole('table', { name, exact: true });

/** Eight tickets that can run. */
export const tickets = `id,subject,body\n${Array.from({ length: 8 }, (_, row) => `${row + 1},Arm ${row + 1},The arm ${row + 1} stalls. Logs rotate daily.\n`).join('')}`;

/** Uploads rows through the API, as the person who is signed in. @returns the file's id */
export async function uploadRows(text = tickets, name = 'tickets.csv'): Promise<string> {
  const form = new FormData();
  const query = 'mutation ($file: Upload!) { uploadBulkFile(file: $file) { fileId } }';
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', new File([text], name));
  const response = await realFetch('/api/graphql', {
    method: 'POST',
    headers: {
      'graphql-require-preflight': '1',
      authorization: `Bearer ${localStorage.getItem(brand.sessionKey)}`,
    },
    body: form,
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data.uploadBulkFile.fileId;
}

interface BulkStart {
  name?: string;
  /** The file. */
  text?: string;
  /** The step of each row, in addition to its input. */
  step?: object;
  /** Steps after it. */
  further?: object[];
  [option: string]: unknown;
}

/** Starts a run over the tickets, or another file, through the API. @returns its id */
export async function startRun({
  name = 'Triage',
  text = tickets,
  step = quickStep,
  further = [],
  ...how
}: BulkStart = {}): Promise<string> {
  const workflow = { name, steps: [{ ...step, input: '{{ variables.body }}' }, ...further] };
  const { startBulkWorkflow } = await ask<{ startBulkWorkflow: { id: string } }>(
    'mutation Start($input: StartBulkWorkflowInput!) { startBulkWorkflow(input: $input) { id } }',
    { input: { fileId: await uploadRows(text), workflow, ...how } },
  );
  return startBulkWorkflow.id;
}
