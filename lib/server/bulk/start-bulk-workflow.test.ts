import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelBulkRun } from '@/lib/server/bulk/cancel-bulk-run';
import { getBulkRun } from '@/lib/server/bulk/get-bulk-run';
import { listBulkRows } from '@/lib/server/bulk/list-bulk-rows';
import { planBulkWorkflow } from '@/lib/server/bulk/plan-bulk-workflow';
import type { BulkStart } from '@/lib/server/bulk/plan-rows';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { continueBulkRun, retryBulkFailures } from '@/lib/server/bulk/retry-bulk-failures';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { uploadRows } from '@/testing/bulk-run';
import { JobSystem } from '@/testing/engine/job-system';

// Which rows of a file run, with which variables, and for how much.

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro', 'plan_pro']);
  await system.start();
});
afterEach(() => system.close());

const viewer = (account = 0) => {
  const found = system.viewers[account];
  if (!found) throw new Error('There is no such account.');
  return found;
};

const upload = (text: string, name?: string) => uploadRows(system.process.ctx, viewer(), text, name);

/** A file of parts: line 2 is part 1. */
const parts = (count: number) =>
  upload(
    `name,kind,text\n${Array.from({ length: count }, (_, row) => `part ${row + 1},${row % 2 ? 'rail' : 'arm'},${'long '.repeat(row + 1)}\n`).join('')}`,
  );

const step = {
  id: 'a',
  task: 'generation',
  model: 'sandbox/fast',
  input: '{{ variables.text }}',
  instructions: 'account 0',
};
type More = Partial<Omit<BulkStart, 'workflow'>> & { workflow?: object };

const inputOf = ({ workflow, ...more }: More): BulkStart => ({
  fileId: '',
  workflow: { name: 'Parts', steps: [step], ...workflow },
  ...more,
});
const start = (more: More, idempotencyKey?: string) =>
  startBulkWorkflow(system.process.ctx, viewer(), inputOf(more), { idempotencyKey });
const plan = (more: More) => planBulkWorkflow(system.process.ctx, viewer(), inputOf(more));
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) => error.details?.faults ?? [error.message],
  );
const states = async (id: string) =>
  (await listBulkRows(system.process.ctx, viewer(), id, { limit: 1_000 })).map(
    ({ line, status }) => `${line} ${status}`,
  );
const textsSent = () => system.calls.map(({ work }) => work.text);

test('a condition leaves rows out, which cost nothing and count as skipped', async () => {
  const fileId = await parts(6);
  const onlyIf = 'variables.kind == "rail"';
  expect(await plan({ fileId, onlyIf })).toMatchObject({ rowCount: 3, skippedCount: 3, problemCount: 0 });
  const { id } = await start({ fileId, onlyIf });
  await system.finish();
  expect(await getBulkRun(system.process.ctx, viewer(), id)).toMatchObject({
    ...{ status: 'COMPLETED', totalRows: 6, completedRows: 3, skippedRows: 3, progress: 100, onlyIf },
  });
  expect(await states(id)).toEqual([
    '2 SKIPPED',
    '3 COMPLETED',
    '4 SKIPPED',
    '5 COMPLETED',
    '6 SKIPPED',
    '7 COMPLETED',
  ]);
});

test('the tried rows are listed without rows that wait or are skipped', async () => {
  const fileId = await parts(6);
  const { id } = await start({
    fileId,
    onlyIf: 'variables.kind == "rail"',
    tryRows: 2,
    trySelection: 'SPREAD',
  });
  await system.finish();
  const listed = (page: object) => listBulkRows(system.process.ctx, viewer(), id, page);
  const started = await listed({ started: true });
  expect(started.map(({ line, status }) => [line, status])).toEqual([
    [3, 'COMPLETED'],
    [5, 'COMPLETED'],
  ]);
  expect(await listed({ started: true, after: started[0]?.id })).toHaveLength(1);
});

test('a run whose condition leaves all rows out completes at once', async () => {
  const fileId = await parts(3);
  const { id } = await start({ fileId, onlyIf: 'false' });
  expect(await getBulkRun(system.process.ctx, viewer(), id)).toMatchObject({
    ...{ status: 'COMPLETED', skippedRows: 3, completedRows: 0 },
  });
});

test('a condition that fails is refused with what is wrong and the lines, and nothing starts', async () => {
  const fileId = await upload('{"n": 1}\n{"n": "two"}\n{"n": 3}\n', 'a.jsonl');
  const workflow = { steps: [{ ...step, input: '{{ variables.n }}' }] };
  expect(await faultsOf(start({ fileId, workflow, onlyIf: 'variables.n > 1' }))).toEqual([
    { path: 'onlyIf', code: 'CONDITION_INVALID', message: expect.stringMatching(/^On line 2: (?!Line)/) },
  ]);
  const numbers = await upload('n,text\n1,a\n,b\n3,c\n');
  const conditional = { steps: [{ ...step, condition: '"x" == variables.n' }] };
  expect(await faultsOf(start({ fileId: numbers, workflow: conditional, onlyIf: 'true' }))).toEqual([
    {
      path: 'workflow.steps[0].condition',
      code: 'CONDITION_INVALID',
      message: 'On lines 2, 4: the column “n” has numbers, which are never equal to the text "x".',
    },
  ]);
  expect(await faultsOf(start({ fileId: numbers, workflow, onlyIf: 'variables.n != "3"' }))).toMatchObject([
    { path: 'onlyIf', message: expect.stringMatching(/Write 3 without quotation marks\.$/) },
  ]);
  const mapped = { ...workflow, variables: { nr: '{{ row.n }}' } };
  expect(
    await faultsOf(start({ fileId: numbers, workflow: mapped, onlyIf: 'variables.nr == "3"' })),
  ).toMatchObject([{ path: 'onlyIf', message: expect.stringMatching(/Write 3 without quotation marks\.$/) }]);
  expect(await plan({ fileId: numbers, onlyIf: 'variables.n != "" && variables.n > 1' })).toMatchObject({
    ...{ rowCount: 1, skippedCount: 2 },
  });
  expect(await faultsOf(start({ fileId, workflow, onlyIf: 'variables.n >' }))).toMatchObject([
    { path: 'onlyIf', code: 'CONDITION_INVALID' },
  ]);
  expect(await faultsOf(start({ fileId, workflow, onlyIf: 'variables.m > 1' }))).toEqual([
    {
      path: 'onlyIf',
      code: 'CONDITION_INVALID',
      message: 'On lines 1, 2, 3: there is neither a column nor a variable “m”. Did you mean n?',
    },
  ]);
  expect(await system.process.ctx.db.prisma.bulkRun.count()).toBe(0);
});

test("variables name columns: alone with the value's type, within a text as text", async () => {
  const fileId = await upload('{"Order no.": 7, "name": "Arm"}\n{"Order no.": 8, "name": null}\n', 'a.jsonl');
  const variables = {
    number: '{{ row["Order no."] }}',
    title: '{{row.name}} ({{ row["Order no."] }})',
    fixed: 'as it is',
  };
  const input = '{{ variables.number | plus: 1 }} {{ variables.title }} {{ variables.fixed }}';
  await start({ fileId, workflow: { variables, steps: [{ ...step, input }] } });
  await system.finish();
  expect(textsSent().sort()).toEqual(['8 Arm (7) as it is', '9  (8) as it is']);
});

test('a column that a step, a variable, or a condition of a step reads, and the file lacks, is refused', async () => {
  const fileId = await parts(2);
  const workflow = {
    variables: { given: 'a', title: '{{ row.nmae }}' },
    steps: [
      {
        ...step,
        ...{ input: '{{ variables.txt }} {{ variables.given }}', condition: 'variables.sort == "a"' },
      },
    ],
  };
  expect(await faultsOf(plan({ fileId, workflow }))).toEqual([
    {
      ...{ path: 'workflow.variables', code: 'BULK_COLUMN_MISSING' },
      message: expect.stringContaining('Did you mean name?'),
    },
    {
      ...{ path: 'workflow.steps[0].input', code: 'BULK_COLUMN_MISSING' },
      message: expect.stringContaining('“txt”'),
    },
    {
      ...{ path: 'workflow.steps[0].condition', code: 'BULK_COLUMN_MISSING' },
      message: expect.stringContaining('“sort”'),
    },
  ]);
});

test('a step that a person decides is refused', async () => {
  const fileId = await parts(2);
  const workflow = { steps: [step, { id: 'check', task: 'approval', dependsOn: [step.id] }] };
  for (const faults of [faultsOf(plan({ fileId, workflow })), faultsOf(start({ fileId, workflow }))])
    expect(await faults).toMatchObject([{ path: 'workflow.steps[1].task', code: 'APPROVAL_IN_BULK' }]);
});

test('a tag in a variable that names no column is refused', async () => {
  const fileId = await parts(2);
  for (const text of [
    '{{ row.name | upcase }}',
    'the {{ Row.name }}',
    '{{ row.name }} {% if a %}',
    '{{ name }}',
  ])
    expect(await faultsOf(start({ fileId, workflow: { variables: { text } } }))).toMatchObject([
      {
        path: 'workflow.variables',
        code: 'TEMPLATE_INVALID',
        message: expect.stringContaining('{{ row.NAME }}'),
      },
    ]);
});

test('a plan names rows whose text is empty', async () => {
  const fileId = await upload('name,text\na,b\nb,\n');
  expect((await plan({ fileId })).problems).toEqual([
    { line: 3, stepId: 'a', message: 'Its input is empty.' },
  ]);
});

test('a plan estimates all rows by their own texts, shows the first, and names the longest', async () => {
  const fileId = await parts(120);
  const found = await plan({ fileId });
  const one = (line: number) => plan({ fileId, onlyIf: `variables.name == "part ${line - 1}"` });
  expect(found.longest).toMatchObject({ line: 121 });
  expect(found.shortest).toMatchObject({ line: 2 });
  expect(found.longest?.estimatedTokens).toBe((await one(121)).estimatedTokens);
  expect(found.shortest?.estimatedTokens).toBe((await one(2)).estimatedTokens);
  const singly = await Promise.all(Array.from({ length: 120 }, (_, row) => one(row + 2)));
  const sum = singly.reduce((total, { estimatedTokens }) => total + estimatedTokens, 0);
  expect(found.estimatedTokens / sum).toBeCloseTo(1, 1);
  expect(found.maxCost).toBeGreaterThanOrEqual(found.estimatedCost ?? Number.POSITIVE_INFINITY);
  expect(found.example).toEqual({
    line: 2,
    steps: [{ stepId: 'a', input: 'long ', instructions: 'account 0' }],
  });
});

test('a plan names the rows whose templates fail, and rows that no model holds', async () => {
  const long = 'word '.repeat(40_000);
  const fileId = await upload(`name,n,text\na,a,b\nb,%,b\nc,a,${long}\n`);
  const steps = [
    { ...step, model: 'sandbox/fast', input: '{{ variables.text }} {{ variables.n | url_decode }}' },
  ];
  const found = await plan({ fileId, workflow: { steps } });
  expect(found).toMatchObject({ rowCount: 3, problemCount: 2 });
  expect(found.problems).toEqual([
    { line: 3, stepId: 'a', message: expect.stringContaining('URI malformed') },
    { line: 4, stepId: 'a', message: 'No model holds this row.' },
  ]);
  const { estimatedCost, maxCost, shortest } = await plan({
    ...{ fileId, workflow: { steps } },
    onlyIf: 'variables.name == "a"',
  });
  // Only the row that fits has a price.
  expect(found).toMatchObject({ estimatedCost, maxCost, shortest });
  expect(found.shortest?.line).toBe(2);
});

test('a row that is too large with the input is refused by its line', async () => {
  const fileId = await upload(`name,text\na,b\nb,${'x'.repeat(700_000)}\n`);
  expect(await faultsOf(start({ fileId, workflow: { input: 'y'.repeat(400_000) } }))).toEqual([
    {
      ...{ path: 'workflow.input', code: 'INPUT_TOO_LARGE' },
      message: 'The input, the variables, and the row of line 3 together have more than 1 MiB.',
    },
  ]);
});

test("rows to try are the first, spread, or chosen ones; lines that don't run are refused", async () => {
  const fileId = await parts(9);
  const tried = async (more: More) => {
    const { id } = await start({ fileId, ...more });
    await system.finish();
    return (await states(id)).filter((state) => !state.endsWith('HELD'));
  };
  expect(await tried({ tryRows: 2 })).toEqual(['2 COMPLETED', '3 COMPLETED']);
  expect(await tried({ tryRows: 3, trySelection: 'SPREAD' })).toEqual([
    '2 COMPLETED',
    '5 COMPLETED',
    '8 COMPLETED',
  ]);
  expect(await tried({ tryLines: [10, 4] })).toEqual(['4 COMPLETED', '10 COMPLETED']);
  await expect(start({ fileId, trySelection: 'SPREAD' })).rejects.toThrow('Send tryRows with trySelection');
  await expect(start({ fileId, tryRows: 1, tryLines: [4] })).rejects.toThrow(
    'Send tryRows or tryLines, not both.',
  );
});

test("lines to try that can't run are refused with the reason, by the plan as by the start", async () => {
  const fileId = await upload('name,kind,text\na,arm,x\nb,rail,y\nc,arm\nd,arm,z\n');
  const onlyIf = 'variables.kind == "arm"';
  const message =
    'onlyIf skips the row on line 3. The file has a bad row on line 4. The file has no row on lines 6, 1.';
  const tryLines = [2, 3, 4, 6, 1];
  await expect(plan({ fileId, onlyIf, tryLines })).rejects.toThrow(message);
  await expect(start({ fileId, onlyIf, tryLines })).rejects.toThrow(message);
  expect(await plan({ fileId, onlyIf, tryLines: [5, 2] })).toMatchObject({ rowCount: 2 });
});

test('a retry that finds no row says why, and suggests the code that was meant', async () => {
  const fileId = await parts(2);
  const { id } = await start({ fileId, workflow: { steps: [{ ...step, model: 'sandbox/down' }] } });
  await system.finish();
  const refusal = (options: Parameters<typeof retryBulkFailures>[3]) =>
    retryBulkFailures(system.process.ctx, viewer(), id, options).catch(({ code, message }) => [
      code,
      message,
    ]);
  const [row] = await listBulkRows(system.process.ctx, viewer(), id, { limit: 1 });
  const failed = row?.error?.code ?? '';
  expect(await refusal({ code: failed.slice(0, -1) })).toEqual([
    'CONFLICT',
    `No row of this run failed with “${failed.slice(0, -1)}”. Did you mean ${failed}?`,
  ]);
  expect(await refusal({ code: 'X' })).toEqual([
    'CONFLICT',
    `No row of this run failed with “X”. Rows failed with ${failed}.`,
  ]);
});

test('each change of a run, and each upload, is in the audit trail once, with the name and the rows', async () => {
  const fileId = await parts(3);
  const { ctx } = system.process;
  const { id } = await start(
    { fileId, tryRows: 1, workflow: { steps: [{ ...step, model: 'sandbox/down' }] } },
    'k',
  );
  await start({ fileId, tryRows: 1, workflow: { steps: [{ ...step, model: 'sandbox/down' }] } }, 'k');
  await system.finish();
  await continueBulkRun(ctx, viewer(), id);
  await expect(continueBulkRun(ctx, viewer(), id)).rejects.toThrow('wait to be continued');
  await system.finish();
  system.process.gate.close();
  await retryBulkFailures(ctx, viewer(), id);
  for (let count = 0; count < 3; count += 1)
    await expect(retryBulkFailures(ctx, viewer(), id)).rejects.toThrow('still running');
  await cancelBulkRun(ctx, viewer(), id);
  await cancelBulkRun(ctx, viewer(), id);
  const { accountId } = viewer();
  const events = (
    await ctx.db.prisma.auditEvent.findMany({ where: { accountId, entityId: { in: [fileId, id] } } })
  ).map(({ action, userId, metadata }) => [action, userId, metadata]);
  const of = (action: string) => events.filter(([name]) => name === action);
  const userId = viewer().user.id;
  expect(of('bulk_file.upload')).toEqual([
    [
      'bulk_file.upload',
      userId,
      { entity_id: fileId, name: 'parts.csv', rows: 3, bytes: expect.any(Number) },
    ],
  ]);
  const counts = { start: 3, continue: 2, retry: 3 };
  for (const [verb, rows] of Object.entries(counts))
    expect(of(`bulk_run.${verb}`)).toEqual([
      [`bulk_run.${verb}`, userId, { entity_id: id, name: 'Parts', rows }],
    ]);
  expect(events).toHaveLength(5);
});

test('the price of the tried rows takes the place of the estimate', async () => {
  const fileId = await parts(10);
  const { estimatedCost } = await plan({ fileId });
  const begun = await start({ fileId, tryRows: 2 });
  expect(begun.expectedNanos).toBe(Math.round(estimatedCost ?? 0));
  await system.finish();
  const tried = await getBulkRun(system.process.ctx, viewer(), begun.id);
  expect(tried.costNanos).toBeGreaterThan(0);
  expect(tried.expectedNanos).toBe(Math.round((tried.costNanos ?? 0) * 5));
  await continueBulkRun(system.process.ctx, viewer(), begun.id);
  await system.finish();
  const ended = await getBulkRun(system.process.ctx, viewer(), begun.id);
  expect(ended.expectedNanos).toBe(ended.costNanos);
});

test('a call that is sent again with its key starts one run, and another input is refused', async () => {
  const fileId = await parts(2);
  const [one, two] = await Promise.all([start({ fileId }, 'once'), start({ fileId }, 'once')]);
  expect(two.id).toBe(one.id);
  expect((await start({ fileId }, 'once')).id).toBe(one.id);
  await expect(start({ fileId, concurrency: 2 }, 'once')).rejects.toThrow('was used in your account');
  expect(await system.process.ctx.db.prisma.bulkRun.count()).toBe(1);
  await system.pass(25 * 3_600_000);
  expect((await start({ fileId }, 'once')).id).not.toBe(one.id);
});

test('single rows run again by their ids, and no other', async () => {
  const fileId = await parts(4);
  const { id } = await start({ fileId, workflow: { steps: [{ ...step, model: 'sandbox/down' }] } });
  await system.finish();
  const rows = await listBulkRows(system.process.ctx, viewer(), id, { limit: 10 });
  const calls = system.calls.length;
  await retryBulkFailures(system.process.ctx, viewer(), id, { rows: [rows[2]?.id ?? ''] });
  await system.finish();
  expect(new Set(textsSent().slice(calls))).toEqual(new Set(['long long long ']));
  await expect(
    retryBulkFailures(system.process.ctx, viewer(), id, { rows: ['row_other_1'] }),
  ).rejects.toThrow('rows has an id that is no row of this run.');
  await expect(
    retryBulkFailures(system.process.ctx, viewer(), id, { rows: [`${rows[0]?.id}9`] }),
  ).rejects.toThrow('that is no row of this run.');
});

test('rows that a stopped run never started wait while chosen rows run again', async () => {
  const fileId = await parts(10);
  const workflow = { steps: [{ ...step, model: 'sandbox/down' }] };
  const { id } = await start({ fileId, workflow, concurrency: 1, stopAfterFailures: 2 });
  await system.finish();
  const rows = await listBulkRows(system.process.ctx, viewer(), id, { limit: 1 });
  await retryBulkFailures(system.process.ctx, viewer(), id, { rows: [rows[0]?.id ?? ''] });
  await system.finish();
  expect(await getBulkRun(system.process.ctx, viewer(), id)).toMatchObject({
    ...{ status: 'TRIED', failedRows: 2, pendingRows: 0, heldRows: 8 },
  });
});

test("a run past its plan's days loses its rows and keeps its counts, and no longer runs", async () => {
  const { storedBytes } = await system.process.ctx.db.prisma.account.findFirstOrThrow({
    where: { id: viewer().accountId },
  });
  const fileId = await parts(6);
  const { id } = await start({ fileId, tryRows: 2 });
  await system.finish();
  await system.pass(400 * 24 * 3_600_000);
  await pruneBulk(system.process.ctx);
  await pruneJobs(system.process.ctx);
  const { db } = system.process.ctx;
  expect([await db.prisma.bulkRow.count(), await db.prisma.bulkFileRow.count()]).toEqual([0, 0]);
  const account = await db.prisma.account.findFirstOrThrow({ where: { id: viewer().accountId } });
  expect(account.storedBytes).toBe(storedBytes);
  expect(await getBulkRun(system.process.ctx, viewer(), id)).toMatchObject({
    status: 'TRIED',
    completedRows: 2,
  });
  const gone = "This run's rows are no longer kept. Upload the file again.";
  await expect(continueBulkRun(system.process.ctx, viewer(), id)).rejects.toThrow(gone);
  await expect(retryBulkFailures(system.process.ctx, viewer(), id)).rejects.toThrow(gone);
  await expect(start({ fileId })).rejects.toThrow('Upload it again.');
});

test('a run whose last rows reach a limit has ended rather than stopped', async () => {
  const fileId = await parts(2);
  const { id } = await start({ fileId, stopAfterCost: 1e-9, concurrency: 2 });
  await system.finish();
  expect(await getBulkRun(system.process.ctx, viewer(), id)).toMatchObject({
    status: 'COMPLETED',
    error: null,
  });
});

test("a run whose cost isn't known stops if it has a limit, and doesn't run again", async () => {
  const fileId = await parts(3);
  const { id } = await start({ fileId, stopAfterCost: 1, concurrency: 1 });
  await system.process.ctx.db.write((tx) => tx.bulkRun.update({ where: { id }, data: { costNanos: null } }));
  await system.finish();
  const run = await getBulkRun(system.process.ctx, viewer(), id);
  expect(run).toMatchObject({ status: 'STOPPED', completedRows: 1, pendingRows: 2 });
  expect(run.error?.message).toContain("isn't known");
  await expect(retryBulkFailures(system.process.ctx, viewer(), id)).rejects.toThrow('stops at any limit');
});

test('a run that has stopped at its limit continues with a higher one, and stops at that again', async () => {
  const fileId = await parts(4);
  const { id } = await start({ fileId, stopAfterCost: 1e-9, concurrency: 1 });
  await system.finish();
  const { ctx } = system.process;
  const stopped = await getBulkRun(ctx, viewer(), id);
  expect(stopped).toMatchObject({ status: 'STOPPED', completedRows: 1, pendingRows: 3 });
  const spent = Number(stopped.costNanos) / 1e9;
  for (const stopAfterCost of [null, spent])
    await expect(retryBulkFailures(ctx, viewer(), id, { stopAfterCost })).rejects.toThrow(
      `Raise stopAfterCost above ${spent}.`,
    );
  await retryBulkFailures(ctx, viewer(), id, { stopAfterCost: spent + 1e-9 });
  await system.finish();
  expect(await getBulkRun(ctx, viewer(), id)).toMatchObject({ status: 'STOPPED', completedRows: 2 });
  await retryBulkFailures(ctx, viewer(), id, { stopAfterCost: 1 });
  await system.finish();
  expect(await getBulkRun(ctx, viewer(), id)).toMatchObject({
    ...{ status: 'COMPLETED', completedRows: 4, stopAfterNanos: 1e9 },
  });
});

test('a run whose tried rows have reached its limit continues with a higher one, which the audit trail has', async () => {
  const { id } = await start({ fileId: await parts(3), stopAfterCost: 1e-9, tryRows: 1, concurrency: 1 });
  await system.finish();
  const { ctx } = system.process;
  expect(await getBulkRun(ctx, viewer(), id)).toMatchObject({ status: 'TRIED', heldRows: 2 });
  await expect(continueBulkRun(ctx, viewer(), id)).rejects.toThrow('Raise stopAfterCost above');
  await continueBulkRun(ctx, viewer(), id, { stopAfterCost: 1 });
  await system.finish();
  expect(await getBulkRun(ctx, viewer(), id)).toMatchObject({
    ...{ status: 'COMPLETED', completedRows: 3, stopAfterNanos: 1e9 },
  });
  const [event] = await ctx.db.prisma.auditEvent.findMany({
    where: { entityId: id, action: 'bulk_run.continue' },
  });
  expect(event?.metadata).toMatchObject({ changes: { stop_after_cost: { from: 1e-9, to: 1 } } });
});

test('a run over rows that are gone stops, and other runs of the account continue', async () => {
  const fileId = await parts(6);
  const { id } = await start({ fileId, concurrency: 1 });
  const other = await start({ fileId: await parts(3) });
  await system.process.ctx.db.write((tx) => tx.bulkFileRow.deleteMany({ where: { fileId } }));
  await system.finish();
  const run = await getBulkRun(system.process.ctx, viewer(), id);
  expect(run).toMatchObject({ status: 'STOPPED', runningRows: 0 });
  expect(run.error?.code).toBe('BULK_FILE_EXPIRED');
  expect(await getBulkRun(system.process.ctx, viewer(), other.id)).toMatchObject({ status: 'COMPLETED' });
});

test('of many runs sixteen take rows, and the others follow as these end', async () => {
  const fileId = await parts(1);
  const ids = [];
  for (let run = 0; run < 40; run += 1) ids.push((await start({ fileId })).id);
  await system.settle();
  const { db } = system.process.ctx;
  expect(await db.prisma.bulkRun.count({ where: { status: 'RUNNING' } })).toBe(16);
  await system.finish();
  await system.pass(60_000);
  await system.finish();
  expect(await db.prisma.bulkRun.count({ where: { status: 'COMPLETED' } })).toBe(40);
});

test('held rows run after the run was canceled, too', async () => {
  const fileId = await parts(4);
  const { id } = await start({ fileId, tryRows: 1 });
  await system.finish();
  await cancelBulkRun(system.process.ctx, viewer(), id);
  await continueBulkRun(system.process.ctx, viewer(), id);
  await system.finish();
  expect(await getBulkRun(system.process.ctx, viewer(), id)).toMatchObject({
    status: 'COMPLETED',
    completedRows: 4,
  });
});

test("of rows with equal tokens in all, a plan finds the rows that don't fit one of their steps", async () => {
  const long = 'word '.repeat(40_000);
  const fileId = await upload(
    `a,b\n${Array.from({ length: 60 }, (_, row) => (row % 2 ? `${long.slice(0, 150_000)},x\n` : `x,${long.slice(0, 150_000)}\n`)).join('')}`,
  );
  const reviews = ['a', 'b'].map((name) => ({
    ...step,
    ...{ id: name, task: name === 'a' ? 'code-review' : 'generation', input: `{{ variables.${name} }}` },
    ...(name === 'b' && { task: 'transformation', options: { to: 'text' } }),
  }));
  expect((await plan({ fileId, workflow: { steps: reviews } })).problemCount).toBeGreaterThanOrEqual(30);
});

test('a short file that becomes large by the names of its columns is refused, and nothing is stored', async () => {
  const first = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`${index}${'c'.repeat(190)}`, 1]),
  );
  await expect(upload(`${JSON.stringify(first)}\n${'{}\n'.repeat(400)}`, 'a.jsonl')).rejects.toThrow(
    'more than 32 MiB with the names of their columns',
  );
  expect(await system.process.ctx.db.prisma.bulkFile.count()).toBe(0);
});
