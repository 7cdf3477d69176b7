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
