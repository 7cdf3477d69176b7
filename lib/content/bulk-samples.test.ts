import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultOrigin } from '@/lib/config/brand';
import type { DocsTree } from '@/lib/config/docs';
import { serveFile } from '@/lib/server/files/serve-file';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { runBody } from '@/lib/server/webhooks/callback-body';
import { type CodeSample, codeSamples, programFiles } from '@/testing/code-samples';
import { matcherOf } from '@/testing/match-printed';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { listDocsPages } from './docs-pages';

// The pages about bulk runs print what the sandbox returns for the files in content/samples. Their commands and programs
// run as a reader runs them, over the network; each document runs with the variables after it.

const run = promisify(execFile);
const samplesFolder = 'content/samples';
const sampleFiles = readdirSync(samplesFolder);

/** Pages whose samples build on each other. */
const readings: [name: string, pages: [DocsTree, string][]][] = [
  ['the guide', [['docs', 'workflows/bulk-workflows']]],
  ['the guide for developers', [['devdocs', 'workflows/bulk-workflows']]],
  [
    'the reference',
    ['upload-bulk-file', 'start-bulk-workflow', 'bulk-job', 'bulk-row-results', 'bulk-failures'].map(
      (page) => ['devdocs', `api/${page}`],
    ),
  ],
];

const samplesOf = ([tree, path]: [DocsTree, string]): CodeSample[] =>
  codeSamples(listDocsPages(tree).find((page) => page.path === path)?.source ?? '');

let server: TestServer;
let http: Server;
let token: string;
let folder: string;
beforeEach(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
  http = createServer(async (request, response) => {
    const { authorization = '', accept = '*/*', ...headers } = request.headers;
    const sent = await server.post(await buffer(request), {
      ...{ authorization, accept, 'content-type': headers['content-type'] ?? '' },
      'graphql-require-preflight': String(headers['graphql-require-preflight'] ?? ''),
    });
    response.writeHead(sent.status, Object.fromEntries(sent.headers));
    response.end(Buffer.from(await sent.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  folder = mkdtempSync(path.join(tmpdir(), 'bulk-samples-'));
  for (const name of sampleFiles) copyFileSync(path.join(samplesFolder, name), path.join(folder, name));
});
afterEach(async () => {
  http.close();
  rmSync(folder, { recursive: true });
  await server.close();
});

const origin = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const environment = () => ({
  ...process.env,
  SWITCHYARD_URL: origin(),
  SWITCHYARD_TOKEN: token,
  NODE_OPTIONS: '',
});

test('the files of the pages are in the repository', () => {
  const printed = listDocsPages('devdocs')
    .concat(listDocsPages('docs'))
    .flatMap(({ source }) => codeSamples(source))
    .filter(({ language, title = '' }) => language === 'csv' && /^[a-z]+\.csv$/.test(title));
  expect([...new Set(printed.map(({ title }) => title))].sort()).toEqual(sampleFiles.sort());
  for (const { title = '', code } of printed)
    expect(readFileSync(path.join(samplesFolder, title), 'utf8'), title).toBe(`${code}\n`);
});

test.each(readings)('the samples of %s run, and return what the page prints', async (_name, pages) => {
  const known = new Map<string, string>();
  let response: unknown;
  let responses = 0;
  const send = async (document: string, variables: object) => {
    response = await call(document, variables);
    expect(response, document).not.toHaveProperty('errors');
    remember(response, known);
  };
  for (const samples of pages.map(samplesOf))
    for (const [index, { language, title = '', code }] of samples.entries()) {
      if (language === 'bash') {
        const script = code.replaceAll(defaultOrigin, origin());
        const { stdout } = await run('bash', ['-c', script], { cwd: folder, env: environment() });
        response = JSON.parse(stdout);
        remember(response, known);
      } else if (language === 'graphql' && title !== 'Signature') {
        const id = code.includes('cancelBulkJob(')
          ? await triedRun(withIds(trySample, known))
          : known.get('bulk');
        if (samples[index + 1]?.title !== 'Variables') await send(code, { id });
      } else if (title === 'Variables')
        await send(samples[index - 1]?.code ?? '', JSON.parse(withIds(code, known)));
      else if (title === 'Response') {
        expect(printedRun(response, code), code).toEqual(matcherOf(JSON.parse(withIds(code, known))));
        responses += 1;
      } else if (title === 'Stream') expect(response).toBe(`${code}\n\n`);
      else if (title === 'Download') expect(await download(response)).toBe(`${code}\n`);
      else if (title === 'Message') {
        const printed = JSON.parse(withIds(code, known));
        const message = {
          runId: known.get('bulk') ?? '',
          event: 'ENDED',
          createdAt: new Date(printed.timestamp),
        } as const;
        const sent = await runBody(server.context, message);
        expect(JSON.parse(sent?.body ?? 'null')).toEqual(matcherOf(printed));
      }
    }
  expect(responses).toBeGreaterThan(4);
});

/** The text of the sheet whose link a response has. */
async function download(response: unknown): Promise<string> {
  const { data } = response as { data: { getBulkJob: { downloadUrl: string } } };
  const url = data.getBulkJob.downloadUrl;
  const limiter = new ApiLimiter({ perClient: 100, perAccount: 100 });
  const sheet = await serveFile(
    server.context,
    limiter,
    new Request(url),
    new URL(url).pathname.split('/').at(-1) ?? '',
  );
  expect(sheet.status).toBe(200);
  return (await sheet.text()).replaceAll('\r\n', '\n').replace('\ufeff', '');
}

const reference = samplesOf(['devdocs', 'api/start-bulk-workflow']);
/** The variables of a run whose other rows wait. */
const trySample = reference[reference.findIndex(({ title }) => title === 'try.graphql') + 1]?.code ?? '';

/** Starts a run that can be canceled. @returns its id */
async function triedRun(variables: string): Promise<string> {
  const query = 'mutation ($input: StartBulkWorkflowInput!) { startBulkWorkflow(input: $input) { id } }';
  const { data } = (await call(query, JSON.parse(variables))) as {
    data: { startBulkWorkflow: { id: string } };
  };
  return data.startBulkWorkflow.id;
}

const example = samplesOf(['devdocs', 'examples/bulk-translation']);

test('the program of the example translates the file that its page prints', async () => {
  const codeOf = (title: string) => example.find((sample) => sample.title === title)?.code ?? '';
  const program = example.find(({ title }) => title === 'translate.mjs');
  if (!program) throw new Error('The page has no translate.mjs.');
  for (const [name, code] of programFiles(program, example)) writeFileSync(path.join(folder, name), code);
  writeFileSync(path.join(folder, 'workflow.json'), codeOf('workflow.json'));
  const ran = await run(process.execPath, ['translate.mjs'], { cwd: folder, env: environment() });
  // The price follows from the words of prompts.
  const [output, printed] = [`${ran.stderr}${ran.stdout}`, codeOf('Output')].map((text) =>
    text.trim().replace(/\$0\.0\d+/, '$…'),
  );
  expect(output).toBe(printed);
  expect(JSON.parse(readFileSync(path.join(folder, 'german.json'), 'utf8'))).toEqual(
    JSON.parse(codeOf('german.json')),
  );
});

/** Keeps the newest id of each kind that a response has. */
function remember(response: unknown, known: Map<string, string>): void {
  for (const [id, kind = ''] of JSON.stringify(response).matchAll(/\b(upl|bulk)_[0-9a-z]{20}\b/g))
    known.set(kind, id);
}

/** A page's variables with the ids of this run. */
const withIds = (json: string, known: Map<string, string>): string =>
  json.replaceAll(/\b(upl|bulk|row)_[0-9a-z]{20}/g, (_printed, kind: string) =>
    kind === 'row' ? (known.get('bulk') ?? '').replace('bulk_', 'row_') : (known.get(kind) ?? ''),
  );

/** A response. If its page prints a run that is RUNNING, its rows may already have ended. */
const printedRun = (response: unknown, printed: string): unknown =>
  JSON.parse(
    printed.includes('"RUNNING"')
      ? JSON.stringify(response).replace(/"status":"(TRIED|COMPLETED\w*)"/, '"status":"RUNNING"')
      : JSON.stringify(response),
  );

/** Sends a document once no row runs. @returns the body: of a subscription the text of its events */
async function call(query: string, variables: object): Promise<unknown> {
  await settled();
  const isStream = query.startsWith('subscription');
  const response = await server.post(JSON.stringify({ query, variables }), {
    authorization: `Bearer ${token}`,
    ...(isStream && { accept: 'text/event-stream' }),
  });
  return isStream ? (await response.text()).replace(/^:\n\n/, '') : await response.json();
}

/** Waits until every run has ended. */
async function settled(): Promise<void> {
  const query = '{ listBulkJobs { status runningRows } }';
  await expect
    .poll(
      async () => {
        const { data } = await server.call<{ listBulkJobs: { status: string; runningRows: number }[] }>({
          token,
          query,
        });
        return data?.listBulkJobs.filter(
          ({ status, runningRows }) => /^(QUEUED|RUNNING)$/.test(status) || runningRows > 0,
        );
      },
      { timeout: 10_000 },
    )
    .toEqual([]);
}
