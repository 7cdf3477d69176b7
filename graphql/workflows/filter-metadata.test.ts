import { afterAll, beforeAll, expect, test } from 'vitest';
import { storableJson } from '@/lib/rules/json';
import { foldMetadata } from '@/lib/server/jobs/ledger/job-search';
import { endedJob } from '@/testing/job-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

/** By the names of their jobs, which have failed. */
const metadata: Record<string, unknown> = {
  Order: { order: 'A-20318', city: 'Zürich', paid: true },
  'Another order': { order: 'A-203181', paid: 'true', note: '{"order":"A-20318"}' },
  Number: { order: 20318, paid: null },
  'Longer number': { order: 203180, 'x"order': 20318 },
  Deep: { items: [{ id: 1 }, { id: 2, tags: { order: 'A-20318' } }] },
  Long: { text: 'ü'.repeat(400), order: 'Späť' },
  Escaped: { 'ключ"\\': 'a\u0000\n"b\\' },
  List: ['order', 'A-20318'],
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  const { developer } = (await createTestWorld(server.context)).users;
  token = await sessionToken(server.context, developer);
  const rows = Object.entries(metadata).map(([name, value], index) => {
    const json = storableJson(value);
    const texts = { name, metadata: json, searchMetadata: foldMetadata(json) };
    return { ...endedJob(developer, `job_${index}`.padEnd(24, '0')), status: 'FAILED' as const, ...texts };
  });
  await server.context.db.write((tx) => tx.job.createMany({ data: rows }));
});
afterAll(() => server.close());

interface Found {
  listJobs: { name: string }[];
  sumJobs: { jobs: number };
  planRerunJobs: { jobs: number };
}

async function find(properties: Record<string, string>): Promise<Found> {
  const { data, errors } = await server.call<Found>({
    token,
    query: `query ($metadata: [JobMetadataInput!]) {
      listJobs(metadata: $metadata) { name }
      sumJobs(metadata: $metadata) { jobs }
      planRerunJobs(metadata: $metadata) { jobs }
    }`,
    variables: { metadata: Object.entries(properties).map(([key, value]) => ({ key, value })) },
  });
  expect(errors).toEqual([]);
  if (!data) throw new Error('There is no data.');
  return data;
}

test.each<[string, Record<string, string>, string[]]>([
  ['a text, at any level', { order: 'A-20318' }, ['Deep', 'Order']],
  ['a text in another case', { order: 'a-20318' }, []],
  ['a text with its accents', { city: 'Zürich' }, ['Order']],
  ['a text without its accents', { city: 'Zurich' }, []],
  ['the beginning of a text', { order: 'A-2031' }, []],
  ['an empty text', { paid: '' }, []],
  ['a number', { order: '20318' }, ['Number']],
  ['a number of another form', { order: '2.0318e4' }, ['Number']],
  ['the beginning of a number', { order: '2031' }, []],
  ['true, also as a text', { paid: 'true' }, ['Another order', 'Order']],
  ['null', { paid: 'null' }, ['Number']],
  ['a key in another case', { Order: 'A-20318' }, []],
  ['an object in a list', { id: '2' }, ['Deep']],
  ['a property beyond the beginning that an index has', { order: 'Späť' }, ['Long']],
  ['characters that JSON escapes and a database refuses', { 'ключ"\\': 'a\u0000\n"b\\' }, ['Escaped']],
  ['several properties', { order: 'A-20318', city: 'Zürich' }, ['Order']],
  ['none', {}, Object.keys(metadata).sort()],
])('jobs are listed by %s of their metadata', async (_, properties, names) => {
  const { listJobs } = await find(properties);
  expect(listJobs.map(({ name }) => name).sort()).toEqual(names);
});

test('sums and reruns have the jobs of the list', async () => {
  const { sumJobs, planRerunJobs } = await find({ order: 'A-20318' });
  expect([sumJobs.jobs, planRerunJobs.jobs]).toEqual([2, 2]);
});
