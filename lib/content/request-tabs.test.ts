import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { stripIgnoredCharacters } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultOrigin } from '@/lib/config/brand';
import { curlOf, pythonOf, type SampleRequest, typescriptOf } from '@/lib/format/request-code';
import { readRequest } from './request-tabs';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Characters that shells, templates, and Python might expand, escape, or end a text at. */
const hostile = `it's "$HOME" \${x} \`id\` \\n \\u0041 %s {y} # 🙂 é ''' """ end`;
const inDocument = JSON.stringify(hostile);
const variables = JSON.stringify(
  { input: { input: hostile, steps: [], a: [true, false, null, 1.5e3], true: 'null' } },
  null,
  2,
).replace('🙂', '\\ud83d\\ude42');

const document = `# Don't count this "comment"
mutation Run($input: StartWorkflowInput!, $file: Upload) {
  orchestrate(input: $input, file: $file, idempotencyKey: ${inDocument}) {
    jobId, status
  }
  again: orchestrate(input: { name: """
    it's a "block" \\n \\""" of \${lines}
  """ }) { jobId }
}`;

const requests = {
  json: readRequest(document, variables),
  file: readRequest(document, variables.replace(/\}$/, ', "file": null }')),
  stream: readRequest('subscription ($jobId: ID!) {\n  jobUpdates(jobId: $jobId) { status }\n}'),
  'sign-in': readRequest('mutation { signIn(email: "a@b.test", password: "it\'s") { token } }'),
};

const languages = {
  curl: { write: curlOf, name: 'send.sh', program: 'bash' },
  TypeScript: { write: typescriptOf, name: 'send.mts', program: process.execPath },
  ...(hasPython && { Python: { write: pythonOf, name: 'send.py', program: 'python3' } }),
};

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: { query: string; variables?: unknown };
  file?: { name: string; text: string };
  map?: FormDataEntryValue | null;
}

let server: Server;
let received: Received[] = [];
let folder: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { headers } = request;
    const type = headers['content-type'] ?? '';
    const sent = await new Response(request as never, { headers: { 'content-type': type } }).blob();
    if (type.startsWith('multipart/')) {
      const form = await new Response(sent, { headers: { 'content-type': type } }).formData();
      const file = form.get('0') as File;
      received.push({
        headers,
        body: JSON.parse(String(form.get('operations'))),
        map: form.get('map'),
        file: { name: file.name, text: await file.text() },
      });
    } else received.push({ headers, body: JSON.parse(await text(sent.stream() as never)) });
    response.end(headers.accept === 'text/event-stream' ? 'data: {"n":1}\n\n' : '{"data":{"n":1}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  writeFileSync(path.join(folder, 'report.txt'), 'Arm 7 – E-41\n');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test.each(['curl', 'TypeScript'] as const)(
  '%s sends a file of any name, and a body longer than an argument',
  async (language) => {
    const fileName = `it's; a "file", \\ $(id) é.txt`;
    writeFileSync(path.join(folder, fileName), 'E-41');
    const long = JSON.stringify(
      { input: { input: `${hostile}\nBODY\n`.repeat(5_000) }, file: null },
      null,
      2,
    );
    const { write, name, program } = languages[language];
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const variables of [requests.file?.variables ?? '', long]) {
      received = [];
      const request = { ...(requests.file as SampleRequest), variables, fileName, origin };
      writeFileSync(path.join(folder, name), write(request));
      const env = { ...process.env, SWITCHYARD_TOKEN: 'sy_live_1', NODE_OPTIONS: '' };
      await run(program, [name], { cwd: folder, env });
      expect(received[0]?.body.variables).toEqual(JSON.parse(variables));
      // Programs write the quotes of a name in different ways.
      expect(received[0]?.file?.text).toBe('E-41');
      if (language === 'TypeScript') expect(received[0]?.file?.name).toBe(fileName);
    }
    received = [];
    const json = { ...(requests.json as SampleRequest), variables: long, origin };
    writeFileSync(path.join(folder, name), write(json));
    await run(program, [name], {
      cwd: folder,
      env: { ...process.env, SWITCHYARD_TOKEN: 'x', NODE_OPTIONS: '' },
    });
    expect(received[0]?.body.variables).toEqual(JSON.parse(long));
  },
);

describe.each(Object.entries(languages))('%s', (_language, { write, name, program }) => {
  test.each(Object.entries(requests))('sends a %s request as it is', async (_kind, request) => {
    received = [];
    const { port } = server.address() as AddressInfo;
    const code = write(request as SampleRequest).replaceAll(defaultOrigin, `http://127.0.0.1:${port}`);
    writeFileSync(path.join(folder, name), code);
    const env = { ...process.env, SWITCHYARD_TOKEN: 'sy_live_1', NODE_OPTIONS: '' };
    const { stdout } = await run(program, [name], { cwd: folder, env });
    expect(stdout).toMatch(/n"?: ?1/);
    expect(received).toHaveLength(1);
    const { headers, body, file, map } = received[0] as Received;
    expect(stripIgnoredCharacters(body.query)).toBe(stripIgnoredCharacters(request?.document ?? ''));
    expect(body.variables).toEqual(request?.variables ? JSON.parse(request.variables) : undefined);
    expect(headers.authorization).toBe(request?.needsToken ? 'Bearer sy_live_1' : undefined);
    if (request?.kind === 'stream') expect(headers.accept).toBe('text/event-stream');
    if (request?.kind !== 'file') return expect(headers['content-type']).toBe('application/json');
    expect(headers['graphql-require-preflight']).toBe('1');
    expect(JSON.parse(String(map))).toEqual({ '0': ['variables.file'] });
    expect(file).toEqual({ name: 'report.txt', text: 'Arm 7 – E-41\n' });
  });
});

test('the texts of Python are those of the request, also without Python', () => {
  const code = pythonOf(requests.json as SampleRequest);
  const [, query = ''] = /^query = """([\s\S]*?[^\\])"""$/m.exec(code) ?? [];
  expect(query.replaceAll(/\\(.)/g, '$1')).toBe(document);
  const [, dictionary = ''] = /^variables = ([\s\S]*?)\n\nrequest/m.exec(code) ?? [];
  const json = dictionary.replaceAll(/\b(True|False|None)\b/g, (word) =>
    word === 'None' ? 'null' : word.toLowerCase(),
  );
  expect(JSON.parse(json)).toEqual(JSON.parse(variables));
  expect(dictionary).toContain('🙂');
});

test('signatures and operations that the API lacks have no program', () => {
  expect(readRequest('orchestrate(input: StartWorkflowInput!): Job!')).toBeUndefined();
  expect(readRequest('mutation { startBudget(id: "b") { id } }')).toBeUndefined();
});
