import { expect, test } from 'vitest';
import { limits, workflowLimits } from '@/lib/config/limits';
import { workflowErrors } from '@/lib/config/workflow-errors';
import { mostRenderedBytes } from '@/lib/engine/expressions/liquid';
import { parseTemplate } from '@/lib/engine/expressions/template';
import { planningWork } from '@/lib/engine/expressions/work-budget';
import { compileSchema } from '@/lib/engine/replies/compile-schema';
import { MAX_NESTING } from '@/lib/engine/replies/json';
import { schemaFailures } from '@/lib/engine/replies/schema-failures';
import { mostRenderedOfJob } from '@/lib/engine/run/text-memory';
import { evaluationLimits, textLimits } from '@/lib/server/text-worker/evaluation';
import { fieldsOfType } from './api-schema';
import { listDocsPages } from './docs-pages';

// The bounds that pages write by hand are those of the code.

const kib = (bytes: number) => `${bytes / 1024} KiB`;
const mib = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
const count = (value: number) => value.toLocaleString('en-US');

const sourceOf = (page: string, kind: 'docs' | 'devdocs' = 'docs') =>
  listDocsPages(kind).find(({ path }) => path === page)?.source ?? '';

/** The table with the head "What, At most" of a section, as its rows. */
function boundsIn(page: string, heading: string, kind: 'docs' | 'devdocs' = 'docs'): Record<string, string> {
  const source = sourceOf(page, kind);
  const [, section = ''] = source.split(new RegExp(`^##+ ${heading}$`, 'm'));
  const [, table = ''] = /\| What \| At most \|\n\|---\|---\|\n((?:\|.*(?:\n|$))+)/.exec(section) ?? [];
  return Object.fromEntries(
    [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, what = '', most = '']) => [what, most]),
  );
}

/** The names in the first cells of a section's first table. */
function namesIn(page: string, heading: string): string[] {
  const [, section = ''] = sourceOf(page).split(heading);
  const [, rows = ''] = /\|---\|[-|]+\n((?:\|.*(?:\n|$))+)/.exec(section) ?? [];
  return [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

test.each([
  ['StepInput', 'workflows/tasks', '## Fields of a step'],
  ['StartWorkflowInput', 'workflows/workflow-execution', 'The input has these fields:'],
])('the fields of %s are on the page %s, each once', (type, page, heading) => {
  const fields = fieldsOfType(type).map(({ name }) => name);
  expect(namesIn(page, heading).sort()).toEqual(fields.sort());
});

test('the page of jobs states the bounds of workflows', () => {
  expect(boundsIn('workflows/workflow-execution', 'Limits')).toEqual({
    'steps of a workflow': count(workflowLimits.steps),
    '`input` and `variables` together': mib(workflowLimits.inputBytes),
    "characters of a step's `options`": count(workflowLimits.optionsSize),
    'request without a file': mib(limits.graphql.workflowBytes),
    'JSON values of a request': count(limits.graphql.jsonValues),
    'uploaded file': mib(limits.workflowFile.bytes),
    'file that a step writes': mib(workflowLimits.fileBytes),
    'files of a job together': mib(workflowLimits.filesBytes),
    '`metadata`': kib(limits.metadata.bytes),
    callbacks: count(workflowLimits.callbacks),
    'steps of a job at once': count(workflowLimits.stepsAtOnce),
    'time for one reply of a model': `${workflowLimits.timeout.max / 60_000} minutes, with \`timeout_ms\``,
  });
});

const schemaOf = {
  parts: (parts: number) => ({ anyOf: Array.from({ length: parts - 1 }, () => true) }),
  levels: (levels: number) => Array.from({ length: levels }).reduce<object>((items) => ({ items }), {}),
  pattern: (characters: number) => ({ pattern: 'a'.repeat(characters) }),
};
const isUnique = { uniqueItems: true };
const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('the reference states the bounds of JSON Schemas, and not one less is refused', () => {
  expect(boundsIn('workflows/task-plugins', 'JSON Schemas')).toEqual({
    'parts of a schema': '1,000',
    'levels of a schema': '50',
    'characters of a pattern': '1,000',
    'instructions of the patterns of a schema': '10,000',
    'entries of a list with `uniqueItems`': '2,000',
    'levels of the JSON to check': count(MAX_NESTING),
    'processor time of a check': `${textLimits.milliseconds / 1_000} seconds`,
    'memory of a check': `${textLimits.mebibytes} MiB`,
  });
  for (const [make, most] of [
    [schemaOf.parts, 1_000],
    [schemaOf.levels, 50],
    [schemaOf.pattern, 1_000],
  ] as const) {
    expect(() => compileSchema(make(most))).not.toThrow();
    expect(() => compileSchema(make(most + 1))).toThrow();
  }
  expect(schemaFailures(numbers(2_000), isUnique)).toEqual([]);
  expect(schemaFailures(numbers(2_001), isUnique)).toHaveLength(1);
});

test('the page of dependencies states the bounds of templates, and not one less is refused', () => {
  expect(boundsIn('workflows/step-dependencies', 'Template limits')).toEqual({
    'characters of `instructions`': count(workflowLimits.templateLength),
    'characters of the `input` of a step': `${count(workflowLimits.inputBytes)} (1 Mi)`,
    tags: '1,000',
    'characters inside tags': '20,000',
    'the rendered text': mib(mostRenderedBytes),
    'all rendered texts of a job': mib(mostRenderedOfJob),
    'processor time to render': `${evaluationLimits.milliseconds / 1_000} second`,
    'memory to render': `${evaluationLimits.mebibytes} MiB`,
  });
  // The opening of a tag counts as inside.
  const longTag = (characters: number) => `{{ input${' '.repeat(characters - '{{ input'.length)}}}`;
  for (const [make, most] of [
    [(tags: number) => '{{ input }}'.repeat(tags), 1_000],
    [longTag, 20_000],
  ] as const) {
    expect(parseTemplate(make(most))).not.toHaveProperty('problem');
    expect(parseTemplate(make(most + 1))).toHaveProperty('problem');
  }
});

test('the page of plans lists each fault that there is', () => {
  const [, listed = ''] = /<WorkflowErrors codes="([^"]+)"/.exec(sourceOf('routing/planning-engine')) ?? [];
  const faults = Object.entries(workflowErrors).filter(([, { found }]) => found === 'planning');
  expect(listed.split(' ').sort()).toEqual(faults.map(([code]) => code).sort());
});

test('the page of steps states the budget of planning', () => {
  const stated = boundsIn('workflows/steps-and-templates', 'Limits of planning', 'devdocs');
  expect(stated).toEqual(
    Object.fromEntries(Object.entries(planningWork).map(([what, most]) => [what, count(most)])),
  );
});
