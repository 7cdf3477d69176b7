import readExcelFile from 'read-excel-file/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSheet } from '@/lib/engine/bulk/read-sheet';
import type { SheetFormat } from '@/lib/engine/bulk/sheet';
import type { Viewer } from '@/lib/server/auth/viewer';
import { findSheet, linkToSheet } from '@/lib/server/bulk/find-sheet';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { serveFile } from '@/lib/server/files/serve-file';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { Prisma } from '@/prisma/generated/prisma/client';
import { uploadRows } from '@/testing/bulk-run';
import { JobSystem } from '@/testing/engine/job-system';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import { sessionToken } from '@/testing/test-world';

// Sheets of bulk runs, from the upload to the download, on a real database and with the real processes that write them.

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro', 'plan_pro']);
  await system.start();
  for (const { gate } of system.processes) gate.open();
});
afterEach(() => system.close());

const limiter = new ApiLimiter({ perClient: 100_000, perAccount: 100_000 });
const DAY = 24 * 3_600_000;

const viewer = (account = 0): Viewer => {
  const found = system.viewers[account];
  if (!found) throw new Error('There is no such account.');
  return found;
};

/** As the product has it: sheets are written by other processes. */
const server = (): WorkflowContext => {
  const { ctx, runtime } = system.process;
  return { ...ctx, workflows: { ...runtime, engine: { ...runtime.engine, textWorker: sharedTextWorker } } };
};

const step = { task: 'generation', input: '{{ variables.text }}', instructions: 'account 0' };
/** A step that fails in rows that say so, before the step that writes the result. */
const steps = [
  { ...step, id: 'check', model: 'sandbox/down', retries: 0, condition: 'variables.fails == "yes"' },
  { ...step, id: 'write', model: 'sandbox/fast', dependsOn: ['check'] },
];

async function finishedRun(text: string, workflow: object[] = steps, name = 'parts.csv'): Promise<string> {
  const { ctx } = system.process;
  const fileId = await uploadRows(ctx, viewer(), text, name);
  const run = await startBulkWorkflow(
    ctx,
    viewer(),
    { fileId, concurrency: 16, workflow: { name: 'Parts', steps: workflow as typeof steps } },
    {},
  );
  await system.finish();
  return run.id;
}

/** Gives the rows' jobs results as other models would. @param outputs by the row's place */
async function giveResults(runId: string, outputs: (position: number) => unknown): Promise<void> {
  const rows = await system.rows<{ position: number; jobId: string }>(
    Prisma.sql`SELECT "position", "jobId" FROM "BulkRow" WHERE "runId" = ${runId} AND "status" = 'COMPLETED'`,
  );
  await system.base.db.write(async (tx) => {
    for (const { position, jobId } of rows)
      await tx.jobStep.updateMany({
        where: { jobId, isFinal: true },
        data: { output: JSON.stringify(outputs(position)) },
      });
  });
}

const get = (url: string, init: RequestInit = {}) => {
  const { pathname } = new URL(url, 'http://localhost');
  const request = new Request(new URL(url, 'http://localhost'), init);
  return serveFile(server(), limiter, request, pathname.split('/').at(-1) ?? '');
};

async function download(
  runId: string,
  options: Partial<Parameters<typeof linkToSheet>[2]> = {},
): Promise<Uint8Array> {
  const response = await get((await linkToSheet(server(), runId, options)) ?? '');
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(Buffer.from(bytes).toString());
  return bytes;
}

const text = async (...args: Parameters<typeof download>) => Buffer.from(await download(...args)).toString();

const messageOf = async (response: Response) => (await response.json()).errors[0];

describe('a sheet of 2,000 rows', () => {
  const rows = 2_000;
  const long = 'ä"\n'.repeat(350_000);
  const formula = '=HYPERLINK("http://example.com")';
  const input = (row: number) => (row === 7 ? 'two\nlines, and "quotes"' : `Rail ${row}`);
  const fails = (row: number) => row % 100 === 99;
  const result = (row: number) => {
    if (row === 3) return formula;
    return row === 12 ? long : `Result ${row} "quoted"\n, and so on`;
  };
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const file = `key,text,fails,status\n${Array.from(
    { length: rows },
    (_, row) => `k${row},${quoted(input(row))},${fails(row) ? 'yes' : 'no'},own ${row}\n`,
  ).join('')}`;

  test('has all rows in the order of the file in each format, as readers of the project find them', async () => {
    const id = await finishedRun(file);
    await giveResults(id, (row) => ({ text: result(row), parts: [row] }));
    const jobs = await system.rows<{ position: number; jobId: string }>(
      Prisma.sql`SELECT "position", "jobId" FROM "BulkRow" WHERE "runId" = ${id} ORDER BY "position"`,
    );
    expect(jobs).toHaveLength(rows);
    const columns = [
      ...['key', 'text', 'fails', 'status', 'line', 'output.status', 'output.text', 'parts'],
      ...['error_code', 'error_message', 'job_id', 'cost'],
    ];
    const expected = (row: number, format: SheetFormat) => {
      // A spreadsheet would run it.
      const asCell = (value: string) => (format === 'CSV' && value === formula ? `'${value}` : value);
      const isText = format === 'CSV';
      const empty = isText ? '' : null;
      const failed = fails(row);
      return {
        ...{ key: `k${row}`, text: input(row), fails: failed ? 'yes' : 'no', status: `own ${row}` },
        // Row 7 has two lines.
        line: row + (row > 7 ? 3 : 2),
        'output.status': failed ? 'FAILED' : 'COMPLETED',
        'output.text': failed ? empty : asCell(result(row)),
        parts: failed ? empty : format === 'JSONL' ? [row] : JSON.stringify([row]),
        error_code: failed ? expect.stringMatching(/^[A-Z_]+$/) : empty,
        error_message: failed ? expect.stringMatching(/.+/) : empty,
        job_id: jobs[row]?.jobId,
        cost: expect.any(Number),
      };
    };
    for (const format of ['CSV', 'JSONL'] as const) {
      const sheet = readSheet(await download(id, { format, ...(format === 'JSONL' && { columns }) }));
      expect([sheet.format, sheet.columns, sheet.badRows]).toEqual([
        format,
        columns,
        // The project's own limit for rows that it takes.
        [
          {
            ...{ line: expect.any(Number), column: null, message: 'The row has more than 1 MiB.' },
            value: expect.stringMatching(/^.{100}…$/),
          },
        ],
      ]);
      const read = sheet.rows.map(({ values }) => values);
      read.splice(12, 0, expected(12, format));
      expect(read).toEqual(Array.from({ length: rows }, (_, row) => expected(row, format)));
    }
    const lines = (await text(id, { format: 'JSONL' })).trimEnd().split('\n');
    expect(lines).toHaveLength(rows);
    expect(JSON.parse(lines[12] ?? '')).toEqual({
      ...{ line: 15, status: 'COMPLETED', result: { text: long, parts: [12] }, error: null },
      variables: { key: 'k12', text: 'Rail 12', fails: 'no', status: 'own 12' },
      ...{ jobId: jobs[12]?.jobId, cost: expect.any(Number) },
    });
    expect(JSON.parse(lines[99] ?? '')).toMatchObject({
      ...{ status: 'FAILED', result: null },
      error: { code: expect.any(String), message: expect.any(String), stepId: 'check' },
    });
    const refused = await get((await linkToSheet(server(), id, { format: 'XLSX' })) ?? '');
    expect([refused.status, (await messageOf(refused)).message]).toEqual([
      400,
      "These rows don't fit into a workbook: the text of cell G14 has more than 32,767 characters. Take CSV or JSONL.",
    ]);
    await giveResults(id, (row) => ({ text: row === 12 ? 'short' : result(row), parts: [row] }));
    const workbook = await download(id, { format: 'XLSX' });
    const short = { ...expected(12, 'XLSX'), 'output.text': 'short' };
    const all = Array.from({ length: rows }, (_, row) => (row === 12 ? short : expected(row, 'XLSX')));
    expect(readSheet(workbook).rows.map(({ values }) => values)).toEqual(all);
    const [sheet] = await readExcelFile(Buffer.from(workbook));
    expect(sheet?.data).toEqual([
      columns,
      ...all.map((values) => columns.map((name) => values[name as keyof typeof values])),
    ]);
  }, 120_000);
});

const csv = (rows: number) =>
  `key,text,fails\n${Array.from({ length: rows }, (_, row) => `k${row},Rail ${row},${row === 1 ? 'yes' : 'no'}\n`).join('')}`;

describe('the columns of a sheet', () => {
  test('are the chosen ones in the order of the caller, and rows of one status', async () => {
    const id = await finishedRun(csv(3));
    await giveResults(id, (row) => ({ text: `Result ${row}` }));
    const columns = ['text', 'status', 'key'];
    expect(await text(id, { columns: ['output.text', 'status', 'key'] })).toBe(
      'output.text,status,key\r\nResult 0,COMPLETED,k0\r\n,FAILED,k1\r\nResult 2,COMPLETED,k2\r\n',
    );
    expect(await text(id, { columns, status: 'FAILED', format: 'JSONL' })).toBe(
      '{"text":"Rail 1","status":"FAILED","key":"k1"}\n',
    );
    expect(await text(id, { columns: ['key'], status: 'CANCELED' })).toBe('key\r\n');
    const named = linkToSheet(server(), id, { columns: ['key', 'price'] });
    await expect(named).rejects.toThrow(
      'There is no column “price”. There are: key, text, fails, line, status, output.text, error_code, error_message, job_id, cost.',
    );
    await expect(linkToSheet(server(), id, { columns: [] })).rejects.toThrow('at least one column');
  });

  test('name the steps if several are final, and have a column for results without fields', async () => {
    const two = ['one', 'two'].map((id) => ({ ...step, id, model: 'sandbox/fast' }));
    const id = await finishedRun(csv(2), two);
    expect((await text(id)).split('\r\n')[0]).toBe(
      'key,text,fails,line,status,one.text,two.text,error_code,error_message,job_id,cost',
    );
    await giveResults(id, (row) => (row === 0 ? ['a'] : { status: 'x' }));
    expect(await text(id, { columns: ['one', 'one.status', 'key'] })).toBe(
      'one,one.status,key\r\n"[""a""]",,k0\r\n,x,k1\r\n',
    );
    const [first] = (await text(id, { format: 'JSONL' })).split('\n');
    expect(JSON.parse(first ?? '').result).toEqual({ one: ['a'], two: ['a'] });
  });

  test('are one for the whole result if results have too many fields, or none have ended', async () => {
    const id = await finishedRun(csv(1), [{ ...step, id: 'a', model: 'sandbox/down', retries: 0 }]);
    expect(await text(id, { columns: ['result', 'status'] })).toBe('result,status\r\n,FAILED\r\n');
    const wide = await finishedRun(csv(1), [{ ...step, id: 'a', model: 'sandbox/fast' }]);
    const result = Object.fromEntries(Array.from({ length: 1_001 }, (_, field) => [`f${field}`, field]));
    await giveResults(wide, () => result);
    expect(readSheet(await download(wide, { columns: ['result'] })).rows[0]?.values).toEqual({
      result: JSON.stringify(result),
    });
  });
});

describe('a sheet with the outputs of earlier steps', () => {
  const label = { ...step, id: 'label', model: 'sandbox/fast' };
  const reply = { ...step, id: 'reply', model: 'sandbox/fast', dependsOn: ['label'] };
  const fails = {
    ...reply,
    id: 'check',
    model: 'sandbox/down',
    retries: 0,
    condition: 'variables.fails == "yes"',
  };

  test('has their fields before the result, also of rows that failed after them', async () => {
    const id = await finishedRun(csv(2), [label, fails, { ...reply, dependsOn: ['label', 'check'] }]);
    await giveResults(id, () => ({ text: 'Reply' }));
    const columns = ['line', 'status', 'label.text', 'output.text'];
    const rows = readSheet(await download(id, { withSteps: true, columns })).rows.map(({ values }) => values);
    expect(rows).toEqual([
      { line: 2, status: 'COMPLETED', 'label.text': expect.stringMatching(/./), 'output.text': 'Reply' },
      { line: 3, status: 'FAILED', 'label.text': expect.stringMatching(/./), 'output.text': '' },
    ]);
    expect((await text(id, { withSteps: true })).split('\r\n')[0]).toBe(
      'key,text,fails,line,status,label.text,output.text,error_code,error_message,job_id,cost',
    );
    const [whole, failed] = (await text(id, { withSteps: true, format: 'JSONL' })).split('\n');
    const earlier = { label: { text: rows[0]?.['label.text'] } };
    expect(JSON.parse(whole ?? '')).toMatchObject({ steps: earlier, result: { text: 'Reply' } });
    expect(JSON.parse(failed ?? '')).toMatchObject({ steps: { label: {} }, result: null });
    await expect(linkToSheet(server(), id, { columns: ['label.text'] })).rejects.toThrow('no column');
  });

  test('has them in one column if there are too many fields', async () => {
    const id = await finishedRun(csv(1), [label, reply]);
    const result = Object.fromEntries(Array.from({ length: 1_001 }, (_, field) => [`f${field}`, field]));
    await giveResults(id, () => result);
    const columns = ['steps', 'result'];
    const [row] = readSheet(await download(id, { withSteps: true, columns })).rows;
    expect(JSON.parse(String(row?.values.steps))).toEqual({ label: { text: expect.any(String) } });
    expect(JSON.parse(String(row?.values.result))).toEqual(result);
  });
});

test('numbers of a CSV file are numbers in conditions, templates, and workbooks', async () => {
  const numeric = { ...step, id: 'a', model: 'sandbox/fast', condition: 'variables.price > 10' };
  const id = await finishedRun('no,zip,price\n1,01099,19.90\n2,10115,5.00\n', [
    { ...numeric, input: '{{ variables.zip }} costs {{ variables.price | times: 2 }}' },
  ]);
  const columns = ['no', 'zip', 'price', 'text'];
  const { rows } = readSheet(await download(id, { format: 'XLSX', columns }));
  expect(rows.map(({ values }) => values)).toEqual([
    { no: 1, zip: '01099', price: 19.9, text: expect.stringMatching(/./) },
    { no: 2, zip: '10115', price: 5, text: null },
  ]);
});

test('a bad row is at its place in each format, with its line and reason, unless a status is asked for', async () => {
  const columns = ['key', 'status', 'error_code', 'error_message'];
  const id = await finishedRun('key,text,fails\nk0,Rail,no\nonly,two\nk2,Arm,no\nlast\n');
  const because = (line: number, values: string, row: string) =>
    `"Line ${line}: ${values}, but 3 columns. Value: ${row}"`;
  expect(await text(id, { columns })).toBe(
    `key,status,error_code,error_message\r\nk0,COMPLETED,,\r\n,NOT_RUN,BAD_ROW,${because(3, '2 values', 'only,two')}\r\nk2,COMPLETED,,\r\n,NOT_RUN,BAD_ROW,${because(5, '1 value', 'last')}\r\n`,
  );
  const whole = (await text(id, { format: 'JSONL' }))
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row));
  expect(whole.map(({ line, status }) => [line, status])).toEqual([
    [2, 'COMPLETED'],
    [3, 'NOT_RUN'],
    [4, 'COMPLETED'],
    [5, 'NOT_RUN'],
  ]);
  const workbook = readSheet(await download(id, { columns, format: 'XLSX' }));
  expect(workbook.rows.map(({ values }) => values.status)).toEqual(whole.map(({ status }) => status));
  expect(await text(id, { columns: ['key'], status: 'COMPLETED' })).toBe('key\r\nk0\r\nk2\r\n');
});

describe('a link', () => {
  test('opens exactly what was signed, until it expires', async () => {
    const id = await finishedRun(csv(3));
    const url = new URL(
      (await linkToSheet(server(), id, { columns: ['key', 'status'], status: 'COMPLETED' })) ?? '',
    );
    expect([...url.searchParams.keys()]).toEqual([
      ...['format', 'columns', 'columns', 'status', 'expires', 'signature'],
    ]);
    expect(await (await get(url.href)).text()).toBe('key,status\r\nk0,COMPLETED\r\nk2,COMPLETED\r\n');
    const changes: ((changed: URL) => void)[] = [
      ({ searchParams }) => searchParams.set('format', 'jsonl'),
      ({ searchParams }) => searchParams.delete('format'),
      ({ searchParams }) => searchParams.append('columns', 'text'),
      ({ searchParams }) => searchParams.set('columns', 'key'),
      ({ searchParams }) => searchParams.delete('status'),
      ({ searchParams }) => searchParams.set('expires', String(Number(searchParams.get('expires')) + 1)),
      ({ searchParams }) => searchParams.delete('signature'),
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      expect((await get(changed.href)).status).toBe(403);
    }
    const other = await finishedRun(csv(1));
    expect((await get(url.href.replace(id, other))).status).toBe(403);
    system.clock.moveTo(Number(url.searchParams.get('expires')) * 1_000);
    const late = await get(url.href);
    expect([late.status, (await messageOf(late)).message]).toEqual([403, expect.stringMatching(/expired/)]);
  });

  test("is refused with too long an address, and null once the plan's days are over; earlier ones get 410", async () => {
    const id = await finishedRun(csv(1));
    const wide = `${Array.from({ length: 100 }, (_, column) => `${column}${'ß'.repeat(30)}`).join()}\n${','.repeat(99)}\n`;
    const many = await finishedRun(wide, [{ ...step, id: 'a', model: 'sandbox/fast', input: 'Text' }]);
    const columns = wide.split('\n', 1)[0]?.split(',') ?? [];
    await expect(linkToSheet(server(), many, { columns })).rejects.toThrow('The address would be too long.');
    system.clock.moveTo(system.clock.now() + 91 * DAY);
    const link = (await linkToSheet(server(), id, {})) ?? '';
    await pruneBulk(system.process.ctx);
    expect(await linkToSheet(server(), id, {})).toBeNull();
    const gone = await get(link);
    expect([gone.status, (await messageOf(gone)).extensions.code]).toEqual([410, 'FILE_DELETED']);
  });
});

describe('an address', () => {
  test('is opened by the tokens of its user and of admins of the account, and by no one else', async () => {
    const id = await finishedRun(csv(1));
    const withToken = async (account: number) => {
      const token = await sessionToken(system.process.ctx, viewer(account).user);
      return get(`/api/files/${id}?format=csv&columns=key&status=completed`, {
        headers: { authorization: `Bearer ${token}` },
      });
    };
    const own = await withToken(0);
    expect([own.status, await own.text()]).toEqual([200, 'key\r\nk0\r\n']);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="Parts.csv"'),
    });
    expect((await withToken(1)).status).toBe(404);
    expect((await get(`/api/files/${id}`)).status).toBe(401);
    const { accountId } = viewer();
    const colleague = findSheet(server(), id, { accountId, userId: 'usr_colleague' }, {});
    await expect(colleague).rejects.toThrow('Bulk job not found.');
  });

  test('with an unknown format, column, or status is refused', async () => {
    const id = await finishedRun(csv(1));
    const token = await sessionToken(system.process.ctx, viewer().user);
    const refusal = async (query: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await get(`/api/files/${id}?${query}`, { headers });
      return [response.status, (await messageOf(response)).message];
    };
    expect(await refusal('format=pdf')).toEqual([400, 'format is “pdf”. Send csv, jsonl, or xlsx.']);
    expect(await refusal('columns=key&columns=key')).toEqual([400, 'columns names each column once.']);
    expect((await refusal('status=done'))[1]).toMatch(
      /^status is “done”. Send held, pending, .*, or skipped\.$/,
    );
    expect((await refusal('columns=price'))[1]).toMatch(/^There is no column “price”\./);
  });
});

test('a client that leaves ends the reading, which is never more than a page ahead', async () => {
  const id = await finishedRun(csv(6));
  await giveResults(id, (row) => ({ text: `${row}`.repeat(900 * 1024) }));
  const { db, ...ctx } = server();
  let pages = 0;
  const sql: typeof db.sql = Object.assign(
    (query: Prisma.Sql) => {
      if (query.sql.includes('"stepId", "output"')) pages += 1;
      return db.sql(query);
    },
    { dialect: db.sql.dialect },
  ) as typeof db.sql;
  const counted = { ...ctx, db: Object.create(db, { sql: { value: sql } }) };
  const link = (await linkToSheet(server(), id, { format: 'JSONL' })) ?? '';
  const response = await serveFile(counted, limiter, new Request(link), id);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.length).toBeGreaterThan(900 * 1024);
  expect(pages).toBe(1);
  await reader?.read();
  await reader?.cancel();
  await system.settle();
  expect(pages).toBe(2);
});
