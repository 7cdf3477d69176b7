import { afterAll, beforeAll, expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { providerLabels } from '@/lib/config/models/model-providers';
import { parseCondition } from '@/lib/engine/expressions/condition';
import { openCatalog } from '@/lib/engine/models/catalog';
import { planHere } from '@/lib/engine/planning/plan-workflow';
import type { StepInput } from '@/lib/engine/workflow';
import { extendModels } from '@/lib/server/models/extend-models';
import { codeSamples } from '@/testing/code-samples';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { listDocsPages } from './docs-pages';

// The pages about workflows print the sandbox's results. Steps that name another provider's models are planned, and
// files are read as the server reads them.

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());

const pages = listDocsPages('docs')
  .filter(({ path, preview }) => /^(overview|workflows\/|routing\/)/.test(path) && !preview)
  // bulk-samples.test.ts runs these.
  .filter(({ path }) => path !== 'workflows/bulk-workflows')
  .map(({ path, source }) => ({ path, samples: codeSamples(source) }));

type Json = Record<string, unknown>;
/** The API's response; errors without their place in the document. */
interface Returned {
  data: Record<string, RanJob> | null;
  errors?: { message: string; extensions: Json }[];
}
interface RanJob {
  jobId: string;
  status: string;
  result: unknown;
  steps: Json[];
}

const run = `mutation ($input: StartWorkflowInput!, $file: Upload) {
  orchestrate(input: $input, file: $file) {
    jobId status result
    steps { id status output model reason attempts fallbacks error { code } }
  }
}`;

/** The values that steps read if their sample doesn't set any. */
const surroundings = {
  input: 'Arm 7 has a defect: it stops halfway and shows E-41.',
  variables: { reader: 'a shift leader', language: 'de' },
};

test.each(pages)('the samples of $path run, and return what the page prints', async ({ samples }) => {
  let document = '';
  let returned: Returned | null = null;
  let jobId: unknown;
  for (const [index, { language, title = '', code }] of samples.entries()) {
    if (language === 'graphql') {
      document = code;
      if (samples[index + 1]?.title !== 'Variables') returned = await send(document, { jobId });
    } else if (language === 'json') {
      const value = JSON.parse(code);
      const workflow = workflowOf(value);
      if (title === 'Variables') returned = await send(document, value);
      else if (title === 'models.json') expect(extendModels(models, value).problems).toBeUndefined();
      else if (workflow && (!runsInSandbox(workflow) || waitsForPerson(workflow)))
        expect(faultsOf(workflow)).toBeNull();
      else if (workflow) {
        returned = await send(run, { input: { ...surroundings, ...workflow }, file: null });
        expect(returned.data?.orchestrate?.status, code).toBe('COMPLETED');
      } else expect(comparable(value)).toEqual(comparable(printedAs(title, returned)));
    }
    jobId = Object.values(returned?.data ?? {})[0]?.jobId ?? jobId;
  }
});

/** The workflow that a step, a list of steps, or an input makes. */
function workflowOf(value: unknown): Json | null {
  const isStep = (one: unknown) => typeof one === 'object' && one !== null && 'task' in one;
  if (Array.isArray(value)) return value.length > 0 && value.every(isStep) ? { steps: value } : null;
  if (isStep(value)) return { steps: [value] };
  const { steps } = value as { steps?: unknown };
  return Array.isArray(steps) ? (value as Json) : null;
}

const stepsOf = (workflow: Json) => workflow.steps as StepInput[];

const runsInSandbox = (workflow: Json): boolean =>
  stepsOf(workflow)
    .flatMap(({ model, fallbacks }) => [model ?? 'sandbox/', ...(fallbacks ?? [])])
    .every((model) => model.startsWith('sandbox/'));

const waitsForPerson = (workflow: Json): boolean => stepsOf(workflow).some(({ task }) => task === 'approval');

/** The faults of a workflow on a server with every provider set up. */
const faultsOf = (workflow: Json) =>
  planHere(
    { ...surroundings, name: 'Sample', mode: 'DEPENDENCY', callbacks: [], steps: stepsOf(workflow) },
    { catalog: openCatalog(models), providers: new Set(Object.keys(providerLabels)) },
  ).faults;

/** The expected content under a page's title. @throws Error for a title without a comparison */
function printedAs(title: string, returned: Returned | null): unknown {
  const job = returned?.data?.orchestrate;
  if (title === 'Response') return returned;
  if (title === 'Output') return job?.steps.at(-1)?.output;
  if (title === 'Result') return job?.result;
  if (title === 'Step of getJobResult') return job?.steps[0];
  throw new Error(`Nothing is printed as '${title}'.`);
}

/** Amounts that change with the wording of a prompt, and what differs each time. */
const passing = new Set(['jobId', 'latencyMs', 'cost', 'estimatedCost', 'maxCost', 'estimatedTokens']);

/** A value with the types of what isn't always the same. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      passing.has(name) ? typeof field : comparable(field),
    ]),
  );
}

/** Sends a document as JSON, or with a file as a form. */
async function send(query: string, variables: Json): Promise<Returned> {
  const headers = { authorization: `Bearer ${token}` };
  const isStream = query.trimStart().startsWith('subscription');
  if (!('file' in variables)) {
    const response = await server.post(JSON.stringify({ query, variables }), {
      ...headers,
      ...(isStream && { accept: 'text/event-stream' }),
    });
    const text = await response.text();
    const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data);
    return returnedBy(isStream ? (events.at(-1) ?? '') : text);
  }
  return sendForm({ operations: JSON.stringify({ query, variables }), map: '{"0":["variables.file"]}' });
}

async function sendForm({ operations, map }: { operations: string; map: string }): Promise<Returned> {
  const form = new FormData();
  form.set('operations', operations);
  form.set('map', map);
  form.set('0', new File(['Arm 7 stopped on 17 November 2026 with the error E-41.\n'], 'report.txt'));
  const { headers, body } = new Request('http://localhost', { method: 'POST', body: form });
  const response = await server.post(await new Response(body).arrayBuffer(), {
    'content-type': headers.get('content-type') ?? '',
    'graphql-require-preflight': '1',
    authorization: `Bearer ${token}`,
  });
  return returnedBy(await response.text());
}

function returnedBy(text: string): Returned {
  const { data, errors } = JSON.parse(text) as Returned;
  return {
    data,
    ...(errors && { errors: errors.map(({ message, extensions }) => ({ message, extensions })) }),
  };
}

test('every condition that the page on dependencies prints can be planned', () => {
  const page = listDocsPages('docs').find(({ path }) => path === 'workflows/step-dependencies');
  const [, section = ''] = page?.source.split('## Conditions') ?? [];
  const printed = [...section.matchAll(/^\|(?: [^|`]+ \|)? `([^`]+)`/gm)].map(
    ([, condition = '']) => condition,
  );
  expect(printed).toHaveLength(8);
  for (const condition of printed) expect(parseCondition(condition), condition).not.toHaveProperty('problem');
});
