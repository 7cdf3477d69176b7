import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callbackErrors } from '@/lib/config/callback-errors';
import { errorCodes } from '@/lib/config/error-codes';
import { limits, workflowLimits } from '@/lib/config/limits';
import { workflowErrors } from '@/lib/config/workflow-errors';
import { parseCondition } from '@/lib/engine/expressions/condition';
import { longestPrepared, type Preprocessor } from '@/lib/engine/preprocessors/define-preprocessor';
import type { Task } from '@/lib/engine/tasks/define-task';
import { evaluationLimits, textLimits } from '@/lib/server/text-worker/evaluation';
import { codeSamples } from '@/testing/code-samples';
import { preparedBy, problemOf } from '@/testing/engine/prepared-by';
import { fieldsOfType } from './api-schema';
import { listDocsPages } from './docs-pages';
import { errorPageTable } from './reference-tables';

// The statements in the pages for developers about the engine's numbers, fields and codes.

const pages = listDocsPages('devdocs');
const sourceOf = (path: string) => pages.find((page) => page.path === path)?.source ?? '';

/** The cells of the tables in one section of a page. */
const rowsUnder = (source: string, heading: string): string[][] => {
  const section = source.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split(/(?<!\\)\|/).map((cell) => cell.trim()),
  );
};

describe('the catalog of errors of workflows', () => {
  const drawn = pages
    .filter(({ preview }) => !preview)
    .flatMap((page) =>
      [...page.source.matchAll(/<ErrorsOfPage page="([\w-]+)" found="(\w+)" \/>/g)].map(
        ([, name = '', found = '']) => ({
          path: page.path,
          name,
          rows: errorPageTable(name, found).rows,
        }),
      ),
    );

  test('is drawn on its pages, each code once and on the page that the catalog names', () => {
    for (const { path, name } of drawn) expect(path).toBe(`errors/${name}`);
    const codes = drawn.flatMap(({ rows }) =>
      rows.map(([cell]) => (typeof cell === 'object' ? cell.code : cell)),
    );
    expect(codes.sort()).toEqual(Object.keys(workflowErrors).sort());
  });

  test('has all codes that the pages name, together with the codes of calls', () => {
    const known = new Set([
      ...Object.keys(callbackErrors),
      ...Object.keys(workflowErrors),
      ...Object.keys(errorCodes),
      ...otherNames,
    ]);
    for (const { path, source, preview } of pages.filter(({ path }) => path.startsWith('errors/'))) {
      const named = [...source.replace(/```[\s\S]*?```/g, '').matchAll(/`([A-Z]{3,}(?:_[A-Z]+)+)`/g)];
      if (!preview)
        expect(
          named.map(([, name]) => name).filter((name = '') => !known.has(name)),
          path,
        ).toEqual([]);
    }
  });

  test("a page or kind of code that isn't there is refused", () => {
    expect(() => errorPageTable('planning', 'running')).toThrow("'planning'");
    expect(() => errorPageTable('none', 'running')).toThrow("'none'");
  });
});

/** Names in capitals that are no codes: outcomes, reasons, the stop of a bulk run, and variables of the server. */
const otherNames = ['BULK_STOPPED', 'CALLBACKS_ALLOW_PRIVATE', 'PASSED_OVER', 'PUBLIC_URL', 'TRUST_PROXY'];

test('the page of steps has every field of a step, with the bounds of the code', () => {
  const rows = rowsUnder(sourceOf('workflows/steps-and-templates'), 'Fields of a step').slice(1);
  const named = rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(
    fieldsOfType('StepInput')
      .map(({ name }) => name)
      .sort(),
  );
  const cellsOf = (field: string) => rows.find(([cell]) => cell === `\`${field}\``)?.join(' ') ?? '';
  const { timeout, temperature, retries, fallbacks, templateLength, conditionLength } = workflowLimits;
  const count = (value: number) => value.toLocaleString('en-US');
  expect(cellsOf('timeout_ms')).toContain(`${count(timeout.min)} to ${count(timeout.max)}`);
  expect(cellsOf('temperature')).toContain(`${temperature.min} to ${temperature.max}`);
  expect(cellsOf('retries')).toContain(`0 to ${retries}`);
  expect(cellsOf('fallbacks')).toContain(`at most ${fallbacks}`);
  expect(cellsOf('instructions')).toContain(`${count(templateLength)} characters`);
  expect(cellsOf('condition')).toContain(`${count(conditionLength)} characters`);
});

test('each condition that the page of steps shows is valid', () => {
  const conditions = rowsUnder(sourceOf('workflows/steps-and-templates'), 'Conditions').slice(1);
  expect(conditions.length).toBeGreaterThan(5);
  for (const [cell = ''] of conditions)
    expect(parseCondition(cell.slice(1, -1)), cell).not.toHaveProperty('problem');
});

test('the page of workflows has the limits of the code', () => {
  const MIB = 1024 ** 2;
  expect(rowsUnder(sourceOf('workflows/overview'), 'Limits of a workflow').slice(1)).toEqual([
    ['Steps', `${workflowLimits.steps}`],
    ['Steps at the same time', `${workflowLimits.stepsAtOnce}`],
    ['`input` and `variables` in total', `${workflowLimits.inputBytes / MIB} MiB`],
    ['`file`', `${limits.workflowFile.bytes / MIB} MiB`],
    ['`metadata`', `${limits.metadata.bytes / 1024} KiB`],
    ['`callbacks`', `${workflowLimits.callbacks}`],
    ['JSON values of the request', limits.graphql.jsonValues.toLocaleString('en-US')],
    ['Output of a step', `${workflowLimits.outputBytes / MIB} MiB as JSON`],
    ['Outputs of the job', '[by plan](/dashboard/devdocs/billing/plan-tiers#workflows)'],
  ]);
});

test('the pages that name the limits of templates name those of the code', () => {
  const { milliseconds, mebibytes } = evaluationLimits;
  expect(milliseconds).toBe(1_000);
  for (const path of ['workflows/steps-and-templates', 'errors/prompts', 'overview/architecture'])
    expect(sourceOf(path), path).toContain(`one second of processor time and ${mebibytes} MiB of memory`);
});

test('the page of processors has the limits of the code', () => {
  const MIB = 1024 ** 2;
  expect(rowsUnder(sourceOf('processor-engine'), 'Limits').slice(1)).toEqual([
    ['preprocessors of a step, and postprocessors', `${workflowLimits.processors} each`],
    ['processor time of each', `${textLimits.milliseconds / 1_000} seconds`],
    ['memory of each', `${textLimits.mebibytes} MiB`],
    ['text before and after a preprocessor', `${longestPrepared / MIB} MiB`],
    ['file of a postprocessor', `${workflowLimits.fileBytes / MIB} MiB`],
    ['files of a job', `${workflowLimits.filesBytes / MIB} MiB`],
  ]);
});

test('the page of orchestrate has the times and sizes of the code', () => {
  const source = sourceOf('api/orchestrate');
  const { orchestrate, idempotency, graphql, metadata } = limits;
  for (const fact of [
    `${orchestrate.default.toLocaleString('en-US')} by default, at most ${orchestrate.max.toLocaleString('en-US')}`,
    `${idempotency.lifetime / 3_600_000} hours`,
    `1 to ${idempotency.length} visible ASCII characters`,
    `${graphql.workflowBytes / 1024 ** 2} MiB`,
    `\`metadata\` over ${metadata.bytes / 1024} KiB`,
    `${limits.waitingJobs.toLocaleString('en-US')} jobs of the account`,
  ])
    expect(source).toContain(fact);
});

test('the preprocessor of the page on plugins works', async () => {
  const { firstLine }: { firstLine: Preprocessor } = await importSample(
    'lib/engine/preprocessors/first-line.ts',
  );
  expect(await preparedBy(firstLine, '\nArm 7 stops.\nIt is late.')).toBe('Arm 7 stops.');
  expect(await problemOf(firstLine, 'Arm 7 stops.', { max_length: 3 })).toMatchObject({
    code: 'PROCESSOR_FAILED',
  });
});

test('the task of the page on plugins works', async () => {
  const { headline }: { headline: Task } = await importSample('lib/engine/tasks/headline.ts');
  const options = headline.options.parse({});
  expect(headline.prompt(options)).toContain('at most 8 words');
  const output = headline.read({ text: ' Arm 7 stops \n', options, material: 'Arm 7 stops halfway.' });
  expect(headline.output.parse(output)).toEqual({ text: 'Arm 7 stops' });
  expect(() => headline.read({ text: ' ', options, material: '' })).toThrow('There is no headline.');
});

/** The module that the page on plugins prints under a title. */
async function importSample(title: string) {
  const sample = codeSamples(sourceOf('plugin-system')).find((one) => one.title === title);
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(path.resolve('test-results', 'plugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, path.basename(title));
  writeFileSync(file, sample?.code ?? '');
  return import(pathToFileURL(file).href);
}
