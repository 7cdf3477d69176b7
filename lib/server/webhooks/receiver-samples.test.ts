import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listDocsPages } from '@/lib/content/docs-pages';
import { codeSamples } from '@/testing/code-samples';
import { newWebhookSecret, signMessage } from './sign-message';

// The receivers that the documentation shows, run on messages that this server has signed.

const random = { randomBytes: (size: number) => Buffer.alloc(size, 7) };
const secret = newWebhookSecret(random);
const body = '{"type":"job.completed","data":{"name":"Größe 🙂"}}';
const timestamp = Math.floor(Date.now() / 1000);
const headersFor = (at = timestamp) => ({
  'content-type': 'application/json',
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(at),
  'webhook-signature': signMessage({ id: 'msg_1', timestamp: at, body }, [secret]),
});
/** Messages, and whether a receiver should take them. */
const messages: [name: string, headers: Record<string, string>, body: string, isGenuine: boolean][] = [
  ['a genuine message', headersFor(), body, true],
  ['a changed body', headersFor(), body.replace('job', 'Job'), false],
  ['a message of ten minutes ago', headersFor(timestamp - 600), body, false],
  ['another id', { ...headersFor(), 'webhook-id': 'msg_2' }, body, false],
];

const pages = [...listDocsPages('devdocs'), ...listDocsPages('docs')];
function sample(href: string, title: string): string {
  const page = pages.find((page) => page.href === href);
  const found = codeSamples(page?.source ?? '').find((one) => one.title === title);
  if (!found) throw new Error(`${href} has no ${title}.`);
  return found.code;
}
const verifying = '/dashboard/devdocs/webhooks/verifying-signatures';
const setup = '/docs/integrations/webhook-setup';

let folder: string;
beforeAll(() => {
  // In the project, whose packages the samples import.
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(path.resolve('test-results/receivers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function save(name: string, code: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.each([
  ['the developer docs', verifying],
  ['the public docs', setup],
])('receive.mjs of %s', (_name, href) => {
  test('takes genuine messages and refuses all others', async () => {
    const port = await freePort();
    const file = save('receive.mjs', sample(href, 'receive.mjs').replace('8080', `${port}`));
    const program = spawn(process.execPath, [file], { env: { ...process.env, WEBHOOK_SECRET: secret } });
    try {
      const url = `http://127.0.0.1:${port}`;
      await vi.waitFor(() => fetch(url), { timeout: 10_000 });
      for (const [name, headers, text, isGenuine] of messages) {
        const { status } = await fetch(url, { method: 'POST', headers, body: text });
        expect(status, name).toBe(isGenuine ? 204 : 401);
      }
      if (href === setup) {
        const send = save('send-test.mjs', sample(setup, 'send-test.mjs').replace('8080', `${port}`));
        const printed = (with_: string) =>
          execFileSync(process.execPath, [send], {
            env: { ...process.env, WEBHOOK_SECRET: with_ },
            encoding: 'utf8',
          }).trim();
        expect(printed(secret)).toBe('204');
        expect(printed(newWebhookSecret({ randomBytes: (size) => Buffer.alloc(size, 8) }))).toBe('401');
      }
    } finally {
      program.kill();
    }
  });
});

test.each(messages)('verify.mjs on %s', async (_name, headers, text, isGenuine) => {
  const file = save('verify.mjs', sample(verifying, 'verify.mjs'));
  const module = await import(/* @vite-ignore */ file);
  expect(module.isGenuine(secret, new Headers(headers), text)).toBe(isGenuine);
});

test.each(messages)('the route handler of Next.js on %s', async (_name, headers, text, isGenuine) => {
  vi.stubEnv('WEBHOOK_SECRET', secret);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const file = save('route.ts', sample(verifying, 'app/hooks/switchyard/route.ts'));
  const { POST } = await import(/* @vite-ignore */ file);
  const request = new Request('https://example.com', { method: 'POST', headers, body: text });
  expect((await POST(request)).status).toBe(isGenuine ? 204 : 401);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.runIf(hasPython).each(messages)('verify.py on %s', (_name, headers, text, isGenuine) => {
  save('verify.py', sample(verifying, 'verify.py'));
  const call = `import json, sys
from verify import is_genuine
secret, headers, body = json.load(sys.stdin)
print(is_genuine(secret, headers, body.encode()))`;
  const printed = execFileSync('python3', ['-c', call], {
    cwd: folder,
    input: JSON.stringify([secret, headers, text]),
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe(isGenuine ? 'True' : 'False');
});

const hasGo = spawnSync('go', ['version']).status === 0;

test.runIf(hasGo)('verify.go compiles, and decides as it should', () => {
  const module = path.join(folder, 'go');
  mkdirSync(path.join(module, 'hooks'), { recursive: true });
  writeFileSync(path.join(module, 'go.mod'), 'module sample\n\ngo 1.21\n');
  writeFileSync(path.join(module, 'hooks', 'verify.go'), sample(verifying, 'verify.go'));
  writeFileSync(
    path.join(module, 'main.go'),
    `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sample/hooks"
)

func main() {
	var calls []struct {
		Headers map[string]string
		Body    string
	}
	json.NewDecoder(os.Stdin).Decode(&calls)
	for _, call := range calls {
		headers := http.Header{}
		for name, value := range call.Headers {
			headers.Set(name, value)
		}
		fmt.Println(hooks.IsGenuine(os.Args[1], headers, []byte(call.Body)))
	}
}
`,
  );
  const printed = execFileSync('go', ['run', '.', secret], {
    cwd: module,
    input: JSON.stringify(messages.map(([, headers, text]) => ({ headers, body: text }))),
    encoding: 'utf8',
  });
  expect(printed.trim().split('\n')).toEqual(messages.map(([, , , isGenuine]) => String(isGenuine)));
});
