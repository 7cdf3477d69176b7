import type { TestServer } from '@/testing/test-server';

/** Sends an operation whose variable `file` is a file, as a form. */
export async function postFile(
  server: Pick<TestServer, 'post'>,
  token: string,
  operation: { query: string; variables: object },
  file: File,
): Promise<Response> {
  const form = new FormData();
  form.set('operations', JSON.stringify(operation));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', file);
  const { headers, body } = new Request('http://localhost', { method: 'POST', body: form });
  // In chunks, as a network delivers it.
  return server.post(body ?? '', {
    'content-type': headers.get('content-type') ?? '',
    'graphql-require-preflight': '1',
    authorization: `Bearer ${token}`,
  });
}
