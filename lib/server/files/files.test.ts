import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { dropUnseenFiles } from '@/lib/server/files/file-contents';
import { keepFile } from '@/lib/server/files/keep-file';
import { serveFile } from '@/lib/server/files/serve-file';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

// Files of steps, from the postprocessor to the download, on a real database.

const DAY = 24 * 3_600_000;
const input = 'The arm stops here.';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());
beforeEach(() => server.setNow(TEST_NOW));

const limiter = new ApiLimiter({ perClient: 100_000, perAccount: 100_000 });

interface Written {
  id: string;
  stepId: string;
  name: string;
  type: string;
  bytes: number;
  url: string | null;
}

/** Runs a summarization with these postprocessors, as the developer. */
async function run(postprocessors: object[], text = input, more: object = {}) {
  const { users } = world;
  const job = await orchestrate(
    server.context,
    operatorViewer(users.developer),
    {
      name: 'Report',
      input: text,
      steps: [
        {
          id: 'summary',
          task: 'transformation',
          model: 'sandbox/fast',
          options: { to: 'text' },
          ...more,
          postprocessors: postprocessors as { name: string }[],
        },
      ],
    },
    {},
  );
  return { job, ...(await filesOf(job.id)) };
}

async function filesOf(jobId: string, token?: string) {
  const { data, errors } = await server.call<{
    getJobResult: { status: string; downloadUrl: string | null; files: Written[] };
  }>({
    token: token ?? (await sessionToken(server.context, world.users.developer)),
    query: `query ($jobId: ID!) {
      getJobResult(jobId: $jobId) { status downloadUrl files { id stepId name type bytes url } }
    }`,
    variables: { jobId },
  });
  return { ...(data?.getJobResult ?? { status: '', downloadUrl: null, files: [] }), errors };
}

const get = (url: string, init: RequestInit = {}) => {
  const id = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? '';
  return serveFile(server.context, limiter, new Request(new URL(url, 'http://localhost'), init), id);
};

const withToken = async (user: keyof TestWorld['users'] | 'stranger', id: string) => {
  const person = user === 'stranger' ? world.strangers.admin : world.users[user];
  const token = await sessionToken(server.context, person);
  return get(`/api/files/${id}`, { headers: { authorization: `Bearer ${token}` } });
};

const storedBytes = async () => {
  const { id } = world.acme;
  return Number((await server.context.db.prisma.account.findUniqueOrThrow({ where: { id } })).storedBytes);
};

/** A job that has ended, as if a worker still ran it. */
const dispatched = (id: string) => {
  const workerId = server.context.workflows?.worker.workerId ?? null;
  const data = { queueState: 'DISPATCHED' as const, workerId };
  return server.context.db.write((tx) => tx.job.update({ where: { id }, data }));
};

describe('a file', () => {
  test('is listed with its job, and opened by its signed link as it was written', async () => {
    const { files, downloadUrl } = await run([
      { name: 'writeToTxt', options: { file_name: 'Bericht – größe.txt' } },
    ]);
    expect(files).toMatchObject([
      { stepId: 'summary', name: 'Bericht – größe.txt', type: 'text/plain; charset=utf-8' },
    ]);
    const response = await get(files[0]?.url ?? '');
    const text = await response.text();
    expect(text).toContain('The arm stops here.');
    expect(files[0]?.bytes).toBe(Buffer.byteLength(text));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': `attachment; filename="Bericht _ gr__e.txt"; filename*=UTF-8''Bericht%20%E2%80%93%20gr%C3%B6%C3%9Fe.txt`,
      'content-length': String(files[0]?.bytes),
      'x-content-type-options': 'nosniff',
      etag: `"${createHash('sha256').update(text).digest('hex')}"`,
    });
    expect(await (await get(downloadUrl ?? '')).text()).toBe(text);
  });

  test('is opened by the tokens of its user and of admins, and by no one else', async () => {
    const { files } = await run([{ name: 'writeToTxt' }]);
    const id = files[0]?.id ?? '';
    const statuses = async (...people: Parameters<typeof withToken>[0][]) =>
      Promise.all(people.map(async (person) => (await withToken(person, id)).status));
    expect(await statuses('developer', 'admin', 'colleague', 'stranger')).toEqual([200, 200, 404, 404]);
    expect((await get(`/api/files/${id}`)).status).toBe(401);
  });

  test('counts as a call under way until its client has read it or has left', async () => {
    const { files } = await run([{ name: 'writeToTxt' }]);
    const address = '198.51.100.1';
    const open = () => get(files[0]?.url ?? '', { headers: { 'x-forwarded-for': address } });
    const responses = await Promise.all(Array.from({ length: limits.callsUnderWay }, open));
    const refused = await open();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await responses.shift()?.body?.cancel();
    await responses.shift()?.text();
    const again = [await open(), await open(), await open()];
    expect(again.map(({ status }) => status)).toEqual([200, 200, 429]);
    for (const response of [...responses, ...again]) await response.body?.cancel();
    // Next reads no body for HEAD, and none for a client that has left.
    const left = AbortSignal.abort();
    for (let call = 0; call < limits.callsUnderWay; call += 1) {
      await get('/api/files/file_none', { method: 'HEAD', headers: { 'x-forwarded-for': address } });
      await get(files[0]?.url ?? '', { signal: left, headers: { 'x-forwarded-for': address } });
    }
    expect((await open()).status).toBe(200);
  });

  test('is read in ranges, and not again by a client that has it', async () => {
    const { files } = await run([{ name: 'writeToTxt' }]);
    const url = files[0]?.url ?? '';
    const whole = await (await get(url)).text();
    const ranged = async (range: string) => {
      const response = await get(url, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    const size = whole.length;
    expect(await ranged('bytes=0-2')).toEqual([206, `bytes 0-2/${size}`, whole.slice(0, 3)]);
    expect(await ranged('bytes=4-')).toEqual([206, `bytes 4-${size - 1}/${size}`, whole.slice(4)]);
    expect(await ranged('bytes=-3')).toEqual([206, `bytes ${size - 3}-${size - 1}/${size}`, whole.slice(-3)]);
    expect(await ranged(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, '']);
    expect(await ranged('bytes=0-1,3-4')).toEqual([200, null, whole]);
    const etag = (await get(url)).headers.get('etag') ?? '';
    expect((await get(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const stale = { range: 'bytes=0-2', 'if-range': '"other"' };
    expect((await get(url, { headers: stale })).status).toBe(200);
    const head = await get(url, { method: 'HEAD', headers: { range: 'bytes=0-2' } });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(size),
      '',
    ]);
  });

  test('of ten mebibytes is stored in chunks, and read back whole and in ranges across them', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'The arm stops. ');
    const { job } = await run([]);
    const row = await dispatched(job.id);
    const file = { number: 1, name: 'a.txt', type: 'text/plain', bytes };
    expect(await keepFile(server.context, row, 0, file)).toBe('kept');
    await server.context.db.write((tx) => tx.outputFile.updateMany({ data: { isReady: true } }));
    const { files } = await filesOf(job.id);
    const url = files[0]?.url ?? '';
    expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(bytes)).toBe(true);
    const [from, to] = [262_140, 600_000];
    const part = await (await get(url, { headers: { range: `bytes=${from}-${to}` } })).arrayBuffer();
    expect(Buffer.from(part).equals(bytes.subarray(from, to + 1))).toBe(true);
    await server.context.db.write((tx) =>
      tx.job.update({ where: { id: job.id }, data: { queueState: 'ENDED' } }),
    );
  });
});

describe('a link', () => {
  test('that was changed, was cut, or has expired, opens nothing', async () => {
    const { files } = await run([{ name: 'writeToTxt' }]);
    const url = new URL(files[0]?.url ?? '');
    const expires = Number(url.searchParams.get('expires'));
    expect(expires).toBe(TEST_NOW.getTime() / 1_000 + 3_600);
    const changed = new URL(url);
    changed.searchParams.set('expires', String(expires + 1));
    expect((await get(changed.href)).status).toBe(403);
    expect((await get(url.href.replace(/&signature=.*$/, ''))).status).toBe(403);
    const other = await run([{ name: 'writeToTxt' }]);
    const moved = new URL(url);
    moved.pathname = `/api/files/${other.files[0]?.id}`;
    expect((await get(moved.href)).status).toBe(403);
    server.setNow(new Date(expires * 1_000));
    const late = await get(url.href);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('has expired')]);
  });

  test('lasts as long as its caller asks, from a minute to a week', async () => {
    const { job } = await run([{ name: 'writeToTxt' }]);
    const token = await sessionToken(server.context, world.users.developer);
    const ask = (seconds: number) =>
      server.call<{ getJobResult: { downloadUrl: string | null } }>({
        token,
        query: `query ($jobId: ID!, $seconds: Int) { getJobResult(jobId: $jobId) { downloadUrl(expires_in: $seconds) } }`,
        variables: { jobId: job.id, seconds },
      });
    const { data } = await ask(60);
    expect(data?.getJobResult.downloadUrl).toContain(`expires=${TEST_NOW.getTime() / 1_000 + 60}&`);
    for (const seconds of [59, 604_801])
      expect((await ask(seconds)).errors[0]?.message).toBe('expires_in is from 60 to 604800 seconds.');
  });
});

describe('the download of a job', () => {
  test('is a ZIP if its last step wrote several files, whose names differ', async () => {
    const { downloadUrl, files } = await run([
      { name: 'writeToTxt' },
      { name: 'writeToTxt' },
      { name: 'writeToJson' },
    ]);
    expect(files.map(({ name }) => name)).toEqual(['summary.txt', 'summary-2.txt', 'summary.json']);
    const response = await get(downloadUrl ?? '');
    expect(response.headers.get('content-type')).toBe('application/zip');
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(files.map(({ name }) => name));
    for (const { name, url } of files)
      expect(Buffer.from(entries[name] ?? []).toString()).toBe(await (await get(url ?? '')).text());
  });

  test('is its result if no step wrote a file; the job itself then has no link', async () => {
    const { job, downloadUrl } = await run([]);
    expect(downloadUrl).toBeNull();
    const response = await withToken('developer', job.id);
    expect(await response.json()).toEqual(await resultOf(job.id));
  });
});

async function resultOf(jobId: string) {
  const { data } = await server.call<{ getJobResult: { result: unknown } }>({
    token: await sessionToken(server.context, world.users.developer),
    query: `query ($jobId: ID!) { getJobResult(jobId: $jobId) { result } }`,
    variables: { jobId },
  });
  return data?.getJobResult.result;
}

describe('contents', () => {
  test('are stored once for an account, and deleted with the last job that has them', async () => {
    const text = 'The pump runs twice.';
    const before = await storedBytes();
    const first = await run([{ name: 'writeToTxt' }, { name: 'writeToTxt' }], text);
    const second = await run([{ name: 'writeToTxt' }], text);
    const [file] = await server.context.db.prisma.outputFile.findMany({ where: { jobId: first.job.id } });
    const contents = () => server.context.db.prisma.fileContent.count({ where: { hash: file?.hash ?? '' } });
    expect(await contents()).toBe(1);
    const viewer = operatorViewer(world.users.developer);
    await deleteJob(server.context, viewer, first.job.id);
    expect(await contents()).toBe(1);
    expect((await get(second.files[0]?.url ?? '')).status).toBe(200);
    for (const url of [first.files[0]?.url, first.downloadUrl]) {
      const gone = await get(url ?? '');
      expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('FILE_DELETED')]);
    }
    expect((await withToken('developer', first.files[0]?.id ?? '')).status).toBe(404);
    await deleteJob(server.context, viewer, second.job.id);
    expect(await contents()).toBe(0);
    expect(await server.context.db.prisma.fileChunk.count({ where: { hash: file?.hash ?? '' } })).toBe(0);
    expect(await storedBytes()).toBe(before);
  });

  test("are removed when the plan's days are over; names and sizes stay", async () => {
    const { job, files } = await run([{ name: 'writeToTxt' }], 'An old report.');
    server.setNow(new Date(TEST_NOW.getTime() + 91 * DAY));
    await pruneJobs(server.context);
    const after = await filesOf(job.id);
    expect(after.downloadUrl).toBeNull();
    expect(after.files).toMatchObject([{ ...files[0], url: null }]);
    expect((await withToken('developer', files[0]?.id ?? '')).status).toBe(410);
    expect(await storedBytes()).toBe(0);
  });
});

describe('a step', () => {
  test('that fails after it has written a file leaves none, and no bytes', async () => {
    const before = await storedBytes();
    const { job, files, status } = await run(
      [{ name: 'writeToTxt' }, { name: 'validateStructure', options: { schema: { type: 'array' } } }],
      'A report that is refused.',
    );
    expect([status, files]).toEqual(['FAILED', []]);
    expect(await server.context.db.prisma.outputFile.count({ where: { jobId: job.id } })).toBe(0);
    await deleteJob(server.context, operatorViewer(world.users.developer), job.id);
    expect(await storedBytes()).toBe(before);
  });

  test("fails if the account's storage has no space for its file, which isn't stored", async () => {
    const { id } = world.acme;
    const { job } = await run([]);
    const row = await dispatched(job.id);
    const before = await storedBytes();
    const fill = (bytes: number) =>
      server.context.db.write((tx) => tx.account.update({ where: { id }, data: { storedBytes: bytes } }));
    await fill(Number.MAX_SAFE_INTEGER);
    const file = { number: 1, name: 'a.txt', type: 'text/plain', bytes: Buffer.from('never stored') };
    expect(await keepFile(server.context, row, 0, file)).toBe('full');
    await fill(before);
    expect(await server.context.db.prisma.outputFile.count({ where: { jobId: job.id } })).toBe(0);
    const taken = { id: row.id, accountId: row.accountId, epoch: row.epoch - 1 };
    expect(await keepFile(server.context, taken, 0, file)).toBe('taken');
  });

  test('whose job ends while its file is stored leaves none of it', async () => {
    const { job } = await run([]);
    const row = await dispatched(job.id);
    const before = await storedBytes();
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'ends early ');
    const { db } = server.context;
    const { writeRows } = db;
    let writes = 0;
    const endsAfterTwo: typeof db.writeRows = async (work, options) => {
      writes += 1;
      if (writes === 3) {
        await db.write((tx) => tx.job.update({ where: { id: job.id }, data: { queueState: 'ENDED' } }));
        await db.write((tx) => dropUnseenFiles(tx, [{ jobId: job.id, position: 0 }]));
      }
      return writeRows.call(db, work, options) as ReturnType<typeof work>;
    };
    const ctx = { ...server.context, db: Object.create(db, { writeRows: { value: endsAfterTwo } }) };
    expect(await keepFile(ctx, row, 0, { number: 1, name: 'a.txt', type: 'text/plain', bytes })).toBe(
      'taken',
    );
    expect(await db.prisma.outputFile.count({ where: { jobId: job.id } })).toBe(0);
    expect(await storedBytes()).toBe(before);
  });
});
