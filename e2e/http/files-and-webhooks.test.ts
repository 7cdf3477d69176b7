import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { postJson, requestToken } from './call-api';

async function call<Data>(token: string, query: string, variables: object = {}): Promise<Data> {
  const response = await postJson('/api/graphql', { query, variables }, { authorization: `Bearer ${token}` });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data;
}

test('a file is served with its length, whole, in part, and for HEAD', async () => {
  const token = await requestToken('dev@acme.test');
  const step = {
    id: 'report',
    task: 'transformation',
    options: { to: 'text' },
    postprocessors: [{ name: 'writeToTxt' }],
  };
  const { orchestrate } = await call<{
    orchestrate: { status: string; files: { url: string; bytes: number }[] };
  }>(
    token,
    'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { status files { url bytes } } }',
    { input: { name: 'Length', input: 'All 14 arms were delivered.', steps: [step] } },
  );
  expect(orchestrate.status).toBe('COMPLETED');
  const [file] = orchestrate.files;
  const { pathname, search } = new URL(file?.url ?? '');
  const address = pathname + search;
  const lengthOf = ({ headers }: Response) => Number(headers.get('content-length'));
  const whole = await fetchSite(address);
  expect(lengthOf(whole)).toBe(file?.bytes);
  expect((await whole.arrayBuffer()).byteLength).toBe(file?.bytes);
  expect(lengthOf(await fetchSite(address, { method: 'HEAD' }))).toBe(file?.bytes);
  const part = await fetchSite(address, { headers: { range: 'bytes=0-3' } });
  expect([part.status, lengthOf(part), await part.text()]).toEqual([206, 4, 'All ']);
  expect((await fetchSite(pathname)).status).toBe(401);
  expect((await fetchSite(pathname, { method: 'POST' })).status).toBe(405);
});

test("a stranger's message reaches the test receiver, which says that its signature doesn't hold", async () => {
  const token = await requestToken('admin@acme.test');
  const { me } = await call<{ me: { account_id: string } }>(token, '{ me { account_id } }');
  const { getTestReceiver } = await call<{ getTestReceiver: { url: string } }>(
    token,
    'query ($id: ID!) { getTestReceiver(accountId: $id) { url } }',
    { id: me.account_id },
  );
  const { pathname } = new URL(getTestReceiver.url);
  expect((await postJson(pathname, {})).status).toBe(401);
  expect((await postJson(`${pathname}x`, {})).status).toBe(404);
  expect((await fetchSite(pathname)).status).toBe(405);
});

test('the sheet of a bulk run is served in each format, by its link', async () => {
  const token = await requestToken('dev@acme.test');
  const form = new FormData();
  const upload = 'mutation ($file: Upload!) { uploadBulkFile(file: $file) { fileId } }';
  form.set('operations', JSON.stringify({ query: upload, variables: { file: null } }));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', new Blob(['sku,text\nA-1,The arm holds.\nA-2,"The rail\nbends."\n']), 'parts.csv');
  const headers = { authorization: `Bearer ${token}`, 'graphql-require-preflight': '1' };
  const uploaded = await fetchSite('/api/graphql', { method: 'POST', body: form, headers });
  const { fileId } = (await uploaded.json()).data.uploadBulkFile;
  const step = { id: 'text', task: 'transformation', input: '{{ variables.text }}', options: { to: 'text' } };
  const { startBulkWorkflow } = await call<{ startBulkWorkflow: { id: string } }>(
    token,
    'mutation ($input: StartBulkWorkflowInput!) { startBulkWorkflow(input: $input) { id } }',
    { input: { fileId, workflow: { name: 'Sheet', steps: [step] } } },
  );
  const { id } = startBulkWorkflow;
  const statusOf = async () =>
    (
      await call<{ getBulkJob: { status: string } }>(
        token,
        'query ($id: ID!) { getBulkJob(id: $id) { status } }',
        { id },
      )
    ).getBulkJob.status;
  await expect.poll(statusOf, { timeout: 20_000 }).toBe('COMPLETED');
  const links = await call<{ getBulkJob: Record<string, string> }>(
    token,
    'query ($id: ID!) { getBulkJob(id: $id) { csv: downloadUrl(format: CSV), jsonl: downloadUrl(format: JSONL), xlsx: downloadUrl(format: XLSX) } }',
    { id },
  );
  const download = async (format: string) => {
    const { pathname, search } = new URL(links.getBulkJob[format] ?? '');
    const response = await fetchSite(pathname + search);
    expect(response.status, format).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  expect((await download('csv')).toString()).toContain('"The rail\nbends."');
  const lines = (await download('jsonl')).toString().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).variables.sku)).toEqual(['A-1', 'A-2']);
  expect((await download('xlsx')).subarray(0, 2).toString()).toBe('PK');
});
