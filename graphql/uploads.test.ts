import { once } from 'node:events';
import { createServer, request as openRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { handleNodeRequest } from '@/graphql/node-http';
import { takesFiles, type UploadedFile, uploadScalar } from '@/graphql/uploads';
import { createGraphqlServer } from '@/graphql/yoga';
import { limits } from '@/lib/config/limits';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { forbidden } from '@/lib/server/errors';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { openTestServer, type TestServer } from '@/testing/test-server';

const BYTES = 600_000;
const file = { type: new GraphQLNonNull(uploadScalar) };
/** The announced size of the last file. */
let announced: number;
const describeFile = async (upload: UploadedFile) => {
  announced = upload.announcedBytes;
  const read = await upload.read();
  return `${read.name} ${read.type} ${read.size} ${(await read.text()).slice(0, 10)}`;
};
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { hello: { type: GraphQLString } } }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      store: {
        type: GraphQLString,
        args: { file },
        extensions: takesFiles({ bytes: BYTES, files: 1 }),
        resolve: (_root, args: { file: UploadedFile }) => describeFile(args.file),
      },
      storeAll: {
        type: new GraphQLList(GraphQLString),
        args: { files: { type: new GraphQLList(file.type) } },
        extensions: takesFiles({ bytes: BYTES, files: 3 }),
        resolve: (_root, { files }: { files: UploadedFile[] }) => Promise.all(files.map(describeFile)),
      },
      forAdmins: {
        type: GraphQLString,
        args: { file },
        extensions: takesFiles({ bytes: BYTES, files: 1 }),
        resolve: () => {
          throw forbidden();
        },
      },
      plain: { type: GraphQLString, args: { count: { type: GraphQLInt }, file: { type: uploadScalar } } },
    },
  }),
});

let api: TestServer;
let server: Server;
let origin: string;
let yoga: ReturnType<typeof createGraphqlServer>;
let held: number[];
/** Settles after the last response. */
let finished: Promise<void>;
beforeAll(async () => {
  api = await openTestServer();
  yoga = createGraphqlServer(api.context, new SignInLimiter(), undefined, schema);
  server = createServer((request, response) => {
    request.headers['x-forwarded-for'] = '192.0.2.1';
    const notes = { fields: [], hold: (bytes: number) => held.push(bytes) };
    finished = requestNotes.run(notes, () => handleNodeRequest(yoga, request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  held = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

const store = 'mutation ($file: Upload!) { store(file: $file) }';

/** A form as clients make one. */
function formOf(query: string, variables: object, files: Record<string, [string[], Blob, string?]>) {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables }));
  form.set(
    'map',
    JSON.stringify(Object.fromEntries(Object.entries(files).map(([part, [paths]]) => [part, paths]))),
  );
  for (const [part, [, blob, name = 'a.txt']] of Object.entries(files)) form.set(part, blob, name);
  return form;
}
const storeForm = (blob: Blob) => formOf(store, { file: null }, { 0: [['variables.file'], blob] });

const preflight = { 'graphql-require-preflight': '1' };
const onNode = (body: FormData | string, headers: Record<string, string> = preflight) =>
  fetch(origin, { method: 'POST', body, headers });
const behindNext = (body: FormData | string, headers: Record<string, string> = preflight) =>
  handleGraphqlRequest(
    yoga,
    new Request('http://localhost/api/graphql', {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': 'a', ...headers },
    }),
  );
const failure = async (response: Response) => {
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].message];
};
const text = (size: number) =>
  new Blob(['0123456789'.repeat(Math.ceil(size / 10)).slice(0, size)], { type: 'text/plain' });

test.each([
  ['node:http', onNode],
  ['Next', behindNext],
])('on %s a mutation that declares files gets them, with name, type and bytes', async (_name, send) => {
  const one = await send(storeForm(text(400_000)));
  expect([one.status, await one.json()]).toEqual([
    200,
    { data: { store: 'a.txt text/plain 400000 0123456789' } },
  ]);
  const several = await send(
    formOf(
      'mutation ($files: [Upload!]!) { storeAll(files: $files) }',
      { files: [null, null] },
      {
        a: [['variables.files.1'], text(5), 'ä.txt'],
        b: [['variables.files.0'], text(200_000), 'b.txt'],
      },
    ),
  );
  expect(await several.json()).toEqual({
    data: { storeAll: ['b.txt text/plain 200000 0123456789', 'ä.txt text/plain 5 01234'] },
  });
});

test('bytes of files that have arrived count as memory of the request', async () => {
  await onNode(storeForm(text(400_000)));
  expect(Math.max(...held)).toBeGreaterThan(400_000);
});

test('an operation that declares no files is refused, also next to a declared one, and so is a form without preflight', async () => {
  for (const query of [
    'mutation ($file: Upload) { plain(file: $file) }',
    'mutation ($file: Upload!) { store(file: $file) plain }',
    'query ($file: Upload) { hello }',
    '{ nothing }',
  ])
    expect(
      await failure(await onNode(formOf(query, { file: null }, { 0: [['variables.file'], text(5)] }))),
      query,
    ).toEqual([415, 'BAD_USER_INPUT', expect.stringContaining('takes no files')]);
  const simple = await failure(await onNode(storeForm(text(5)), {}));
  expect(simple).toEqual([415, 'BAD_USER_INPUT', expect.stringContaining('GraphQL-Require-Preflight')]);
  const allowed = (await fetch(origin, { method: 'OPTIONS' })).headers.get('access-control-allow-headers');
  for (const header of ['graphql-require-preflight', 'idempotency-key', 'traceparent', 'x-request-id'])
    expect(allowed).toContain(header);
});

/** Begins a form whose file never ends. @returns the response, while the file is still to come */
async function beginForm(query: string) {
  const request = openRequest(origin, {
    method: 'POST',
    headers: { ...preflight, 'content-type': 'multipart/form-data; boundary=x' },
  });
  request.on('error', () => {});
  const field = (name: string, value: object) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`;
  request.write(
    `${field('operations', { query, variables: { file: null } })}${field('map', { 0: ['variables.file'] })}--x\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\nbegin`,
  );
  const response = async () => {
    const [incoming] = await once(request, 'response');
    return JSON.parse(Buffer.concat(await incoming.toArray()).toString());
  };
  return { request, response };
}

test.each([
  ['that isn’t allowed', 'mutation ($file: Upload!) { forAdmins(file: $file) }', 'FORBIDDEN'],
  ['that isn’t valid', 'mutation ($file: Upload!) { store(file: $file) { no } }', 'BAD_USER_INPUT'],
  ['that takes no files', 'mutation ($file: Upload) { plain(file: $file) }', 'BAD_USER_INPUT'],
])('a call %s is refused without waiting for its files', async (_name, query, code) => {
  const { request, response } = await beginForm(query);
  expect((await response()).errors[0].extensions.code).toBe(code);
  request.destroy();
});

test("a client that leaves in the middle of a file isn't our fault", async () => {
  const { request } = await beginForm(store);
  await once(server, 'request');
  request.destroy();
  await expect(finished).resolves.toBeUndefined();
  expect((await onNode(storeForm(text(5)))).status).toBe(200);
});

test('files over the declared size are refused, announced or not, and so are too many of them', async () => {
  const large = text(BYTES + 2 * limits.graphql.bodyBytes);
  const announced = await onNode(storeForm(large));
  expect(await failure(announced)).toEqual([413, 'BAD_USER_INPUT', expect.any(String)]);

  const { request, response } = await beginForm(store);
  request.write(Buffer.from(await large.arrayBuffer()));
  expect((await response()).errors).toMatchObject([
    {
      path: ['store'],
      extensions: { code: 'BAD_USER_INPUT' },
      message: expect.stringContaining('too large'),
    },
  ]);
  request.destroy();

  const two = formOf(
    store,
    { file: null },
    { 0: [['variables.file'], text(5)], 1: [['variables.file'], text(5)] },
  );
  expect((await onNode(two)).status).toBe(413);
  expect(() => takesFiles({ bytes: limits.graphql.upload.bytes + 1, files: 1 })).toThrow();
});

test("a file knows about how many bytes were announced for it, and 0 if its length wasn't", async () => {
  await onNode(storeForm(text(400_000)));
  expect(announced).toBeGreaterThanOrEqual(400_000);
  expect(announced).toBeLessThan(401_000);
  await behindNext(storeForm(text(400_000)));
  expect(announced).toBe(0);
});

test("after a form whose files weren't read the connection takes the next request", async () => {
  for (let count = 0; count < 3; count += 1) {
    const form = formOf(
      'mutation ($file: Upload!) { forAdmins(file: $file) }',
      { file: null },
      {
        0: [['variables.file'], text(500_000)],
      },
    );
    expect((await failure(await onNode(form)))[1]).toBe('FORBIDDEN');
  }
});

const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const operations = JSON.stringify({ query: store, variables: { file: null } });
const end = '--x--\r\n';
test.each([
  ['an empty body', ''],
  ['no parts', end],
  ['no operations', part('map', '{}') + end],
  ['operations that are no JSON', part('operations', '{') + end],
  ['no map', part('operations', operations) + end],
  ['a map that is no object', part('operations', operations) + part('map', '[1]') + end],
  [
    'a map of a variable that isn’t there',
    part('operations', operations) + part('map', '{"0":["variables.no"]}') + end,
  ],
  [
    'a map of a prototype',
    part('operations', operations) + part('map', '{"0":["variables.__proto__.x"]}') + end,
  ],
  ['a map of the query', part('operations', operations) + part('map', '{"0":["query"]}') + end],
  [
    'the same variable twice',
    part('operations', operations) + part('map', '{"0":["variables.file","variables.file"]}') + end,
  ],
  ['a file before the map', part('operations', operations) + part('0', 'x', '; filename="a"') + end],
  ['an end in the middle of a field', part('operations', operations).slice(0, -20)],
])('a form with %s is refused with 400', async (_name, body) => {
  const headers = { ...preflight, 'content-type': 'multipart/form-data; boundary=x' };
  for (const send of [onNode, behindNext])
    expect(await failure(await send(body, headers))).toEqual([400, 'BAD_USER_INPUT', expect.any(String)]);
});

test('a form without a boundary, or with operations over the size of a body, is refused', async () => {
  expect((await onNode('x', { ...preflight, 'content-type': 'multipart/form-data; charset=x' })).status).toBe(
    400,
  );
  const form = formOf(store, { file: null, more: 'x'.repeat(limits.graphql.bodyBytes) }, {});
  expect((await onNode(form)).status).toBe(413);
});

test.each([
  ['is missing', part('operations', operations) + part('map', '{"0":["variables.file"]}') + end],
  [
    'breaks off',
    part('operations', operations) +
      part('map', '{"0":["variables.file"]}') +
      part('0', 'x'.repeat(100), '; filename="a"').slice(0, -50),
  ],
])('a file that %s is an error of the field that reads it', async (_name, body) => {
  const response = await onNode(body, { ...preflight, 'content-type': 'multipart/form-data; boundary=x' });
  expect((await response.json()).errors).toMatchObject([
    { path: ['store'], extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});

test('a file can’t be written into a JSON request or a document', async () => {
  for (const body of [
    { query: store, variables: { file: { name: 'x' } } },
    { query: 'mutation { store(file: "x") }' },
  ]) {
    const headers = { 'content-type': 'application/json' };
    expect((await failure(await onNode(JSON.stringify(body), headers)))[1]).toBe('BAD_USER_INPUT');
  }
});

test('a document that can’t be read is refused as in a JSON request', async () => {
  const form = await onNode(formOf('{', {}, {}));
  const json = await onNode(JSON.stringify({ query: '{' }), { 'content-type': 'application/json' });
  expect(await failure(form)).toEqual(await failure(json));
});
