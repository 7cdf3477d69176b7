import { setTimeout as sleep } from 'node:timers/promises';
import { Environment } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseCondition } from '@/lib/engine/expressions/condition';
import { liquid } from '@/lib/engine/expressions/liquid';
import { parseTemplate } from '@/lib/engine/expressions/template';
import { compileSchema } from '@/lib/engine/replies/compile-schema';
import { schemaFailures } from '@/lib/engine/replies/schema-failures';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

// No template, condition, pattern, or JSON Schema of a caller's is parsed or compiled in the server's process.

vi.mock('@/lib/engine/replies/compile-schema', { spy: true });
const parsers = {
  pattern: vi.spyOn(RE2JS, 'compile'),
  template: vi.spyOn(liquid, 'parse'),
  condition: vi.spyOn(Environment.prototype, 'parse'),
  schema: vi.mocked(compileSchema),
};
const compiled = () =>
  Object.entries(parsers).flatMap(([what, { mock }]) => mock.calls.map(([source]) => [what, source]));

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());
beforeEach(() => {
  for (const parser of Object.values(parsers)) parser.mockClear();
});

const order = {
  type: 'object',
  properties: { order: { type: ['string', 'null'], pattern: '^[0-9]{5}$' } },
  required: ['order'],
};
const everything = {
  name: 'Everything',
  input: 'Order: 20318\nMail: ada@acme.example',
  variables: { names: ['Ada', 'Bo'], pattern: 'Or.er' },
  steps: [
    { id: 'facts', task: 'extraction', options: { schema: order }, condition: 'input.matches("[0-9]+")' },
    {
      id: 'hidden',
      task: 'extraction',
      options: { schema: order },
      preprocessors: [{ name: 'stripSensitiveData', options: { patterns: ['EMP-[0-9]+'] } }],
    },
    {
      id: 'check',
      task: 'validation',
      input:
        '{% if steps.facts.output %}{"order":"{{ steps.facts.output.order | default: "1" }}"}{% endif %}',
      options: { schema: order },
      dependsOn: ['facts'],
      condition: 'matches(input, variables.pattern) && steps.facts.output.order != null',
    },
    {
      id: 'shape',
      task: 'transformation',
      input: '{"order":"20318"}',
      options: { to: 'json', schema: order },
    },
    {
      id: 'reply',
      task: 'generation',
      model: 'sandbox/flaky',
      input:
        '{% for name in variables.names %}{{ name | upcase }} {% endfor %}{{ steps.check.output }} {{ input }}',
      instructions: 'Write to {{ variables.names[0] }}.',
      dependsOn: ['check', 'hidden', 'shape'],
      condition: 'variables.names.exists(name, name == "Ada") && size(input) > 3',
    },
  ],
};

// The processes that do the work may take long to start on a busy machine.
const patient = { first_token_timeout_ms: 300_000, timeout_ms: 600_000 };
const input = { ...everything, steps: everything.steps.map((step) => ({ ...step, ...patient })) };

const call = <Data>(query: string, variables: object) =>
  server.call<Data>({ token, query, variables: { ...variables } });
const planQuery = 'query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { steps { id } } }';

interface Ended {
  status: string;
  steps: { id: string; status: string; attempts: number; output: unknown; error: unknown }[];
}
const completed = everything.steps.map(({ id }) => ({ id, status: 'COMPLETED' }));

test('the check detects compilation', () => {
  parseCondition('input.matches("a")');
  parseTemplate('{{ input }}');
  schemaFailures('a', { pattern: 'a' });
  expect(new Set(compiled().map(([what]) => what))).toEqual(new Set(Object.keys(parsers)));
});

test('a workflow with everything is planned and run, and its calls repeated', async () => {
  expect((await call(planQuery, { input })).errors).toEqual([]);
  const { data, errors } = await call<{ orchestrate: Ended }>(
    `mutation ($input: StartWorkflowInput!) { orchestrate(input: $input, wait_ms: 50000) {
      status steps { id status attempts output error { code message } }
    } }`,
    { input },
  );
  expect(errors).toEqual([]);
  expect(data?.orchestrate.steps).toMatchObject(completed);
  expect(data?.orchestrate.steps.at(-1)?.attempts).toBe(2);
  expect(compiled()).toEqual([]);
});

test('a workflow that is taken up by a later process', async () => {
  const { context } = server;
  await context.workflows?.stop();
  context.workflows = openWorkflowRuntime(context, { runsJobs: false });
  const { data } = await call<{ enqueueWorkflow: { jobId: string } }>(
    'mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }',
    { input },
  );
  await context.workflows.stop();
  context.workflows = openWorkflowRuntime(context);
  await context.workflows.start();
  const read = async () => {
    const { data: found } = await call<{ getJobResult: Ended }>(
      'query ($id: ID!) { getJobResult(jobId: $id) { status steps { id status attempts output error { code } } } }',
      { id: data?.enqueueWorkflow.jobId },
    );
    return found?.getJobResult;
  };
  let job = await read();
  for (; job?.status === 'QUEUED' || job?.status === 'RUNNING'; job = await read()) await sleep(20);
  expect(job?.steps).toMatchObject(completed);
  expect(compiled()).toEqual([]);
});

test('a workflow that is refused, with its faults in the order of the input', async () => {
  const steps = [
    { id: 'a', task: 'generation', instructions: '{{ input | loud }}', condition: 'input.matches("(")' },
    { id: 'b', task: 'validation', options: { schema: { pattern: '(' } } },
    { id: 'c', task: 'generation', input: '{% if %}', model: 'nobody/none' },
  ];
  const { errors } = await call(planQuery, { input: { input: 'A text.', steps } });
  const faults = errors[0]?.extensions.faults as unknown as { path: string; code: string }[];
  expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'steps[0].instructions TEMPLATE_INVALID',
    'steps[0].condition CONDITION_INVALID',
    'steps[1].options.schema TASK_OPTION_INVALID',
    'steps[2].input TEMPLATE_INVALID',
    'steps[2].model MODEL_UNKNOWN',
  ]);
  expect(compiled()).toEqual([]);
});
