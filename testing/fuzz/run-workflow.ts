import { getNamedType, isObjectType } from 'graphql';
import { schema } from '@/graphql/schema';
import { limits } from '@/lib/config/limits';
import { faultOf } from './fault-of';
import type { FuzzWorkflow } from './workflows';

/** Sends a body as one caller, whose token and address it adds to the headers. */
export type Post = (body: BodyInit, headers: Record<string, string>) => Promise<Response>;

/** How long (ms) orchestrate waits and updates are followed: what takes longer is canceled. */
const LONGEST = 5_000;
const ALIASES = 5;

/** Everything that can be selected of a type; of a list of objects too. */
function selectionOf(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).map(
    (field) => `${field.name} ${selectionOf(getNamedType(field.type).name)}`,
  );
  return `{ ${fields.join(' ')} }`;
}

const job = selectionOf('Job');
const repeated = (field: string) =>
  Array.from({ length: ALIASES }, (_, index) => `a${index}: ${field}`).join(' ');

/**
 * Sends a workflow and does with its job what its plan says.
 * @param key for its idempotency keys, other than before
 * @returns the fault of a response; null if none has any
 */
export async function runWorkflow(post: Post, workflow: FuzzWorkflow, key: string): Promise<string | null> {
  const faults: string[] = [];
  const jobIds = new Set<string>();

  const check = async (response: Response, sent: string) => {
    const text = await response.text();
    for (const [, jobId = ''] of text.matchAll(/"jobId":"(\w+)"/g)) jobIds.add(jobId);
    const fault = faultOf(
      { status: response.status, type: response.headers.get('content-type'), text, cpu: 0, changes: [] },
      sent,
    );
    if (fault) faults.push(fault);
  };
  // Values are variables, so that the server keeps few documents and its memory shows what else it keeps.
  const call = async (query: string, jobId?: string) => {
    const body = JSON.stringify({ query, variables: { jobId } });
    await check(await post(body, { 'content-type': 'application/json' }), body);
  };
  const start = async () => {
    const body = JSON.stringify({
      query: startDocument(workflow),
      variables: { input: workflow.input, file: null, key },
    });
    await check(await postCall(post, body, workflow), body);
  };
  const follow = async (jobId: string) => {
    const query = `subscription ($jobId: ID!) { jobUpdates(jobId: $jobId) ${job} }`;
    const body = JSON.stringify({ query, variables: { jobId } });
    const response = await post(body, { 'content-type': 'application/json', accept: 'text/event-stream' });
    const timer = setTimeout(() => void response.body?.cancel().catch(() => {}), LONGEST);
    const text = await response.text().catch(() => '');
    clearTimeout(timer);
    if (text.includes('"INTERNAL"')) faults.push(text);
  };
  const act: Record<FuzzWorkflow['actions'][number], (jobId: string) => Promise<unknown>> = {
    read: (jobId) => call(`query ($jobId: ID!) { ${repeated(`getJobResult(jobId: $jobId) ${job}`)} }`, jobId),
    list: () => call(`{ ${repeated(`listJobs(limit: 3) ${job}`)} }`),
    attempts: (jobId) =>
      call(
        `query ($jobId: ID!) { ${repeated(`listAttempts(jobId: $jobId) ${selectionOf('JobAttempt')}`)} }`,
        jobId,
      ),
    follow: (jobId) => Promise.all([follow(jobId), follow(jobId), follow(jobId)]),
    join: () => start(),
    cancel: (jobId) => call(`mutation ($jobId: ID!) { cancelJob(jobId: $jobId) ${job} }`, jobId),
    delete: (jobId) => call('mutation ($jobId: ID!) { deleteJob(jobId: $jobId) { success } }', jobId),
  };

  await Promise.all(Array.from({ length: workflow.copies }, start));
  const [jobId] = jobIds;
  if (jobId) for (const action of workflow.actions) await act[action](jobId);
  // A job that still runs would count as the next input's.
  for (const left of jobIds)
    await call('mutation ($jobId: ID!) { cancelJob(jobId: $jobId) { status } }', left);
  return faults[0] ?? null;
}

function startDocument({ operation, file }: FuzzWorkflow): string {
  if (operation === 'planWorkflow')
    return `query ($input: StartWorkflowInput!) { planWorkflow(input: $input) ${selectionOf('WorkflowPlan')} }`;
  const args = [
    'input: $input',
    'idempotencyKey: $key',
    ...(file === null ? [] : ['file: $file']),
    ...(operation === 'orchestrate' ? [`wait_ms: ${LONGEST}`] : []),
  ];
  return `mutation ($input: StartWorkflowInput!, $file: Upload, $key: String) { ${operation}(${args.join(' ')}) ${job} }`;
}

async function postCall(post: Post, body: string, { operation, file }: FuzzWorkflow): Promise<Response> {
  if (file === null || operation === 'planWorkflow')
    return post(body, { 'content-type': 'application/json' });
  const form = new FormData();
  form.set('operations', body);
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', new Blob([file.slice(0, limits.workflowFile.bytes)]), 'file.txt');
  const { headers, body: stream } = new Request('http://localhost', { method: 'POST', body: form });
  return post(stream ?? '', {
    'content-type': headers.get('content-type') ?? '',
    'graphql-require-preflight': '1',
  });
}
