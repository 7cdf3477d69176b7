import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { postJson } from './call-api';

const files = ['/', '/docs/search.json', '/docs/install.md', '/llms-full.txt', '/feed.xml', '/sitemap.xml'];

for (const path of files)
  test(`${path} is sent compressed to who takes it so, and as it is to others`, async () => {
    const ask = (encoding: string) => fetchSite(path, { headers: { 'accept-encoding': encoding } });
    const [brotli, gzip, plain] = [await ask('br, gzip'), await ask('gzip'), await ask('identity')];
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const response of [brotli, gzip, plain])
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    const text = await plain.text();
    expect(await brotli.text()).toBe(text);
    expect(await gzip.text()).toBe(text);
  });

test('a response of the API is compressed too', async () => {
  const query = '{ __schema { types { name fields { name } } } }';
  const response = await postJson('/api/graphql', { query }, { 'accept-encoding': 'gzip' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect((await response.json()).data.__schema.types.length).toBeGreaterThan(10);
});
