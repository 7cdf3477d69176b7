import { expect, test } from '@/e2e/fixtures';

const files = ['/', '/docs/search.json', '/docs/install.md', '/llms-full.txt', '/feed.xml', '/sitemap.xml'];

for (const path of files)
  test(`${path} is sent compressed to who takes it so, and as it is to others`, async ({ page }) => {
    const ask = (encoding: string) => page.request.get(path, { headers: { 'accept-encoding': encoding } });
    const [brotli, gzip, plain] = [await ask('br, gzip'), await ask('gzip'), await ask('identity')];
    expect(brotli.headers()['content-encoding']).toBe('br');
    expect(gzip.headers()['content-encoding']).toBe('gzip');
    expect(plain.headers()['content-encoding']).toBeUndefined();
    for (const response of [brotli, gzip, plain]) expect(response.headers().vary).toMatch(/accept-encoding/i);
    expect(await brotli.text()).toBe(await plain.text());
  });

test('an answer of the API is compressed too', async ({ page }) => {
  const response = await page.request.post('/api/graphql', {
    headers: { 'accept-encoding': 'gzip' },
    data: { query: '{ __schema { types { name fields { name } } } }' },
  });
  expect(response.headers()['content-encoding']).toBe('gzip');
  expect((await response.json()).data.__schema.types.length).toBeGreaterThan(10);
});
