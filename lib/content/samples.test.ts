import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { defaultOrigin } from '@/lib/config/brand';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { type CodeSample, codeSamples, programFiles } from '@/testing/code-samples';
import { listDocsPages } from './docs-pages';
import { readFence } from './fence';
import { highlight } from './highlight';
import { markdownTree } from './plain-tree';
import { listPosts } from './posts';
import { requestTabs } from './request-tabs';

// e2e/http/docs-samples.test.ts runs those marked `run`; here every sample is at least checked.

const pages = [
  ...(Object.keys(docsTrees) as DocsTree[]).flatMap((tree) => listDocsPages(tree)),
  ...listPosts().map(({ slug, source }) => ({ href: `/blog/${slug}`, source })),
].map(({ href, source }) => ({ href, source, samples: codeSamples(source) }));

const samplesIn = (...languages: string[]) =>
  pages.flatMap(({ href, source, samples }) =>
    samples
      .filter(({ language }) => languages.includes(language))
      .map((sample) => ({ ...sample, href, source, page: samples })),
  );

/** A file that a reader saves: not a sketch, nor a file of the repository. */
const isProgram = ({ title = '' }: CodeSample) => /^[\w-]+(\.test)?\.(mjs|m?ts|sh|py)$/.test(title);

test('every sample is in a language that the build can color', async () => {
  const all = pages.flatMap(({ href, samples }) => samples.map(({ language }) => ({ href, language })));
  for (const { href, language } of all) await expect(highlight('', language), href).resolves.toBeDefined();
});

test('every program, also those written for requests, is checked by its types, with all it imports', () => {
  const files = new Map<string, string>();
  for (const [index, sample] of samplesIn('js', 'ts').entries()) {
    if (!isProgram(sample)) continue;
    for (const [name, code] of programFiles(sample, sample.page))
      files.set(path.join(sample.href, String(index), name), code);
  }
  const written = pages.flatMap(({ href, source }) =>
    requestsIn(source).map(
      ([name, code], index) => [path.join(href, `request-${index}`, name), code] as const,
    ),
  );
  expect(written.length).toBeGreaterThan(60);
  for (const [file, code] of written) files.set(file, code);
  expect(problemsOf(files)).toBe('');
});

/** The programs in TypeScript that the build writes for a page's requests. */
function requestsIn(source: string): [name: string, code: string][] {
  const tree = markdownTree(source);
  requestTabs()(tree);
  const found: [string, string][] = [];
  visit(tree, 'code', ({ meta, value }) => {
    const { title = '' } = readFence(meta);
    if (title.endsWith('.mts')) found.push([title, value]);
  });
  return found;
}

test('every other sample of code can be read by its language', () => {
  for (const sample of samplesIn('js', 'ts').filter((one) => !isProgram(one))) {
    const { diagnostics = [] } = ts.transpileModule(sample.code, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ESNext },
    });
    expect(diagnostics.map(textOf), `${sample.href}: ${sample.title}`).toEqual([]);
  }
  for (const { code, href } of samplesIn('bash', 'sh'))
    expect(
      () => execFileSync('bash', ['-n'], { input: code, stdio: 'pipe' }),
      `${href}\n${code}`,
    ).not.toThrow();
});

test('Node runs every program as it is saved, and its page says how', () => {
  for (const sample of samplesIn('js', 'ts', 'python').filter(isProgram)) {
    const { title = '', code, source, href } = sample;
    expect(title, href).not.toMatch(/\.m?ts$/);
    const isModule = /^export /m.test(code) || (title.endsWith('.py') && !code.includes('serve_forever'));
    if (!isModule) expect(source, `${href} says how to run ${title}`).toMatch(commandFor(title));
  }
});

const commandFor = (title: string) =>
  new RegExp(`(node|npx vitest run|python3|bash) ${title.replaceAll('.', '\\.')}`);

test('samples name the server in full, the token alike, and nothing of an own shell', () => {
  for (const { code, href } of samplesIn('js', 'ts', 'bash', 'python')) {
    expect(code, href).not.toMatch(/fetch\(['"`]\//);
    expect(code, href).not.toMatch(
      /\$\{?(TOKEN|API_KEY|SWITCHYARD_KEY)\b|env\.(?!SWITCHYARD_(URL|TOKEN)\b|WEBHOOK_SECRET\b)/,
    );
  }
  expect(readFileSync('components/usage/developer/first-steps.tsx', 'utf8')).toContain('$SWITCHYARD_TOKEN');
  for (const file of ['README.md', 'docs/operating.md']) {
    const text = readFileSync(file, 'utf8');
    expect(text, file).not.toMatch(/SWITCHYARD_KEY|\$TOKEN/);
    // A key is made before it's used.
    expect(text.indexOf('Create API Key'), file).toBeGreaterThan(-1);
    expect(text.indexOf('Create API Key'), file).toBeLessThan(text.indexOf('$SWITCHYARD_TOKEN'));
  }
});

test('the default address stays in one piece, so that a page can replace it with its own', async () => {
  for (const { code, language, href } of samplesIn('js', 'ts', 'bash', 'http', 'json')) {
    const html = await highlight(code, language);
    expect(html.split(defaultOrigin).length, href).toBe(code.split(defaultOrigin).length);
  }
});

describe.each(['/dashboard/devdocs/quickstart', '/docs/install'])('the first command of %s', (href) => {
  const { samples = [] } = pages.find((page) => page.href === href) ?? {};
  const signIn = samples.find(({ code }) => code.includes('signIn('))?.code ?? '';
  const run = (response: string) =>
    execFileSync(
      'bash',
      ['-c', `curl() { echo '${response}'; }\n${signIn}\necho "token: $SWITCHYARD_TOKEN"`],
      {
        encoding: 'utf8',
      },
    );

  test('prints the token', () => {
    const token = 'sy_session_4fT7';
    expect(run(`{"data":{"signIn":{"token":"${token}"}}}`)).toBe(`${token}\ntoken: ${token}\n`);
  });

  test('prints what went wrong', () => {
    const refusal = '{"errors":[{"message":"Too many calls.","extensions":{"code":"RATE_LIMITED"}}]}';
    expect(run(refusal)).toBe(`${refusal}\ntoken: \n`);
  });
});

/** Packages that samples import and this project hasn't installed. */
const notInstalled = `declare module 'standardwebhooks' {
  export class Webhook {
    constructor(secret: string);
    sign(id: string, date: Date, body: string): string;
    verify(body: string, headers: Record<string, string | string[] | undefined>): unknown;
  }
}`;

const configuration = {
  compilerOptions: {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: true,
    // JavaScript has no place for the types of parameters.
    noImplicitAny: false,
    strictNullChecks: false,
    skipLibCheck: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: ['node'],
  },
};

/** @returns TypeScript's problems with JavaScript files, by their paths below a folder of the project */
function problemsOf(files: Map<string, string>): string {
  // In the project, whose packages they import.
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync('test-results/samples-');
  const all = new Map([
    ...files,
    ['ambient.d.ts', notInstalled],
    ['tsconfig.json', JSON.stringify(configuration)],
  ]);
  try {
    for (const [name, code] of all) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), code);
    }
    const args = ['node_modules/typescript-native/bin/tsc', '--pretty', 'false', '-p', folder];
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const textOf = ({ messageText }: ts.Diagnostic) => ts.flattenDiagnosticMessageText(messageText, ' ');
