import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foldJobName, foldMetadata } from '@/lib/server/jobs/ledger/job-search';
import { endedJob } from '@/testing/job-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

const MOST = vi.hoisted(() => 4);

vi.mock('@/lib/config/limits', async (original) => {
  const real = await original<typeof import('@/lib/config/limits')>();
  const jobSearch = { jobs: MOST, withReading: 3, withMetadata: 3 };
  return { ...real, limits: { ...real.limits, jobSearch, jobSums: { max: MOST, withMetadata: MOST } } };
});

let server: TestServer;
let world: TestWorld;
/** Of the developer's ten jobs, the newest first. The third and the last two are named Wanted. */
const idOf = (index: number) => `job_${'abcdefghij'[index]}${'0'.repeat(19)}`;
const all = Array.from({ length: 10 }, (_, index) => index);
const wanted = [2, 8, 9];

beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { developer, admin } = world.users;
  const job = (index: number) => ({
    ...endedJob(developer, idOf(index)),
    ...(wanted.includes(index) && { name: 'Wanted', searchName: foldJobName('Wanted') }),
    createdAt: new Date(TEST_NOW.getTime() - index * 60_000),
  });
  const ofAdmin = {
    ...endedJob(admin, 'job_admin000000000000000'),
    createdAt: new Date(TEST_NOW.getTime() - 600_000),
  };
  await server.context.db.write((tx) => tx.job.createMany({ data: [...all.map(job), ofAdmin] }));
});
afterAll(() => server.close());

const calledStep = (jobId: string) => ({
  ...({ jobId, position: 0, stepId: 'a', task: 'generation', status: 'COMPLETED', fallbacks: '[]' } as const),
  ...{ truncated: false, attempts: 1, tokensIn: 0, tokensOut: 0, isFinal: true },
});
const failedCall = (jobId: string) => ({
  ...({ jobId, position: 0, number: 1, model: 'sandbox/down', outcome: 'FAILED', estimated: false } as const),
  ...{ inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
  ...{ code: 'PROVIDER_UNAVAILABLE', startedAt: TEST_NOW },
});

interface Search {
  jobs: { jobId: string }[];
  continueFrom: string | null;
}

const call = async (variables: Record<string, unknown>, user = world.users.developer) =>
  server.call<{ searchJobs: Search; listJobs: Search['jobs']; sumJobs: { jobs: number; hasMore: boolean } }>({
    token: await sessionToken(server.context, user),
    query: `query (
      $name: String, $search: String, $callOutcome: String, $status: JobStatus, $to: Date
      $metadata: [JobMetadataInput!]
      $after: ID, $before: ID, $limit: Int
    ) {
      searchJobs(
        name: $name, search: $search, callOutcome: $callOutcome, status: $status, to: $to
        metadata: $metadata, after: $after, before: $before
      ) {
        jobs(limit: $limit) { jobId } continueFrom
      }
      listJobs(
        name: $name, search: $search, callOutcome: $callOutcome, status: $status, to: $to
        metadata: $metadata, after: $after, before: $before, limit: $limit
      ) { jobId }
      sumJobs(
        name: $name, search: $search, callOutcome: $callOutcome, status: $status, to: $to, metadata: $metadata
      ) { jobs hasMore }
    }`,
    variables,
  });

const search = async (variables: Record<string, unknown>) => {
  const { data, errors } = await call(variables);
  expect(errors).toEqual([]);
  if (!data) throw new Error('There is no data.');
  const { jobs, continueFrom } = data.searchJobs;
  expect(data.listJobs).toEqual(jobs);
  return { found: jobs.map(({ jobId }) => jobId), continueFrom };
};

test('a search looks at a bounded number of jobs, says where it ended, and finds all if it continues from there', async () => {
  expect(await search({ name: 'wanted' })).toEqual({ found: [idOf(2)], continueFrom: idOf(3) });
  // The cursor is among the jobs that are looked at.
  expect(await search({ name: 'wanted', after: idOf(3) })).toEqual({ found: [], continueFrom: idOf(6) });
  expect(await search({ name: 'wanted', after: idOf(6) })).toEqual({
    ...{ found: [idOf(8), idOf(9)], continueFrom: null },
  });
});

test('a full page continues from its last row, as without a bound', async () => {
  const pages: string[] = [];
  for (let after: string | null = null; pages.length < all.length; after = pages.at(-1) ?? null) {
    const { found, continueFrom } = await search({ limit: 2, after });
    expect(found).toHaveLength(2);
    expect(continueFrom === null).toBe(after !== null && all.length - pages.length < MOST);
    pages.push(...found);
  }
  expect(pages).toEqual(all.map(idOf));
});

test('a search upwards ends in the same way', async () => {
  expect(await search({ name: 'wanted', before: idOf(8) })).toEqual({ found: [], continueFrom: idOf(5) });
  expect(await search({ name: 'wanted', before: idOf(5) })).toEqual({
    ...{ found: [idOf(2)], continueFrom: idOf(2) },
  });
});

test('a job is found by its whole id, however old it is, unless another user has it', async () => {
  for (const filter of ['name', 'search'])
    expect(await search({ [filter]: idOf(9).toUpperCase() })).toEqual({
      ...{ found: [idOf(9)], continueFrom: null },
    });
  const hidden = await search({ search: 'job_admin000000000000000' });
  expect(hidden).toEqual(await search({ search: 'job_none0000000000000000' }));
  expect(hidden.found).toEqual([]);
});

test('jobs are found by their calls in several statements, in both directions', async () => {
  const failing = [0, 1, 3, 4, 8];
  await server.context.db.write(async (tx) => {
    await tx.jobStep.createMany({ data: failing.map((index) => calledStep(idOf(index))) });
    await tx.attempt.createMany({ data: failing.map((index) => failedCall(idOf(index))) });
  });
  const callOutcome = 'FAILED';
  expect(await search({ callOutcome })).toEqual({ found: [0, 1, 3].map(idOf), continueFrom: idOf(3) });
  expect(await search({ callOutcome, limit: 2 })).toEqual({ found: [0, 1].map(idOf), continueFrom: idOf(3) });
  expect(await search({ callOutcome, after: idOf(3) })).toEqual({ found: [idOf(4)], continueFrom: idOf(6) });
  expect(await search({ callOutcome, before: idOf(4) })).toEqual({
    ...{ found: [0, 1, 3].map(idOf).slice(1), continueFrom: idOf(1) },
  });
  expect((await call({ callOutcome })).data?.sumJobs).toEqual({ jobs: 3, hasMore: true });
  // Names of an object's own are codes that no call has.
  expect(await search({ callOutcome: 'constructor' })).toEqual({ found: [], continueFrom: idOf(3) });
});

test('jobs are found by metadata that is longer than its index entry in several statements', async () => {
  const json = JSON.stringify({ text: 'x'.repeat(500), order: 7 });
  await server.context.db.write((tx) =>
    tx.job.updateMany({
      where: { id: { in: [0, 3, 4].map(idOf) } },
      data: { metadata: json, searchMetadata: foldMetadata(json) },
    }),
  );
  const metadata = [{ key: 'order', value: '7' }];
  expect(await search({ metadata })).toEqual({ found: [0, 3].map(idOf), continueFrom: idOf(3) });
  expect(await search({ metadata, after: idOf(3) })).toEqual({ found: [idOf(4)], continueFrom: idOf(6) });
  expect((await call({ metadata })).data?.sumJobs).toEqual({ jobs: 2, hasMore: true });
});

test("jobs of another status aren't looked at for an admin, nor those of other days", async () => {
  const query = { name: 'wanted', status: 'FAILED' };
  expect((await call(query, world.users.admin)).data?.searchJobs).toEqual({ jobs: [], continueFrom: null });
  expect(await search({ to: '2026-06-14' })).toEqual({ found: [], continueFrom: null });
});

test('sums are those of the jobs that were looked at, and say that there are others', async () => {
  expect((await call({ name: 'wanted' })).data?.sumJobs).toEqual({ jobs: 1, hasMore: true });
  expect((await call({ to: '2026-06-14' })).data?.sumJobs).toEqual({ jobs: 0, hasMore: false });
});

test('jobs that run again are looked for among a bounded number of jobs', async () => {
  const ids = [0, 1, 2, 3, 4, 5].map(idOf);
  await server.context.db.write((tx) =>
    tx.job.updateMany({ where: { id: { in: [...ids, idOf(8)] } }, data: { status: 'FAILED' } }),
  );
  // All but the one at 8 were run again.
  const again = ids.map((ofJobId, index) => ({ jobId: `job_z${index}${'0'.repeat(18)}`, ofJobId }));
  await server.context.db.write(async (tx) => {
    const old = new Date(TEST_NOW.getTime() - 10 * 86_400_000);
    await tx.job.createMany({
      data: again.map(({ jobId }) => ({ ...endedJob(world.users.developer, jobId), createdAt: old })),
    });
    await tx.rerun.createMany({ data: again });
  });
  const token = await sessionToken(server.context, world.users.developer);
  const plan = async (after: string | null) =>
    (
      await server.call<{ planRerunJobs: Record<string, unknown> }>({
        token,
        query: `query ($after: ID) {
          planRerunJobs(after: $after) { jobs leftOut { jobId code } hasMore lastJobId }
        }`,
        variables: { after },
      })
    ).data?.planRerunJobs;
  expect(await plan(null)).toEqual({ jobs: 0, leftOut: [], hasMore: true, lastJobId: idOf(3) });
  expect(await plan(idOf(3))).toEqual({ jobs: 0, leftOut: [], hasMore: true, lastJobId: idOf(6) });
  expect(await plan(idOf(6))).toMatchObject({ jobs: 1, leftOut: [], hasMore: true, lastJobId: idOf(9) });
});

test("another user's cursor is refused like an unknown cursor", async () => {
  const refused = await Promise.all(
    ['job_admin000000000000000', 'job_none0000000000000000'].map(async (after) => {
      const { errors } = await call({ after });
      return errors.map(({ message, extensions: { code, fields } }) => ({ message, code, fields }));
    }),
  );
  expect(refused[0]?.[0]).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.any(String) } });
  expect(refused[0]).toEqual(refused[1]);
});
