import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, requestToken, test } from '@/e2e/fixtures';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { listDocsPages } from '@/lib/content/docs-pages';
import { type CodeSample, codeSamples } from '@/testing/code-samples';

const run = promisify(execFile);
const address = 'http://localhost:3000';

for (const tree of Object.keys(docsTrees) as DocsTree[]) {
  for (const { href, source } of listDocsPages(tree)) {
    const samples = codeSamples(source);
    if (!samples.some(({ runs }) => runs)) continue;

    test(`the samples of ${href} run as they are`, async ({ page, baseURL }, { outputDir }) => {
      for (const [index, { language, code, runs, as }] of samples.entries()) {
        if (!runs || language !== 'graphql') continue;
        const response = await page.request.post('/api/graphql', {
          data: { query: code, variables: variablesAfter(samples, index) },
          headers: as ? { authorization: `Bearer ${await requestToken(page, as)}` } : {},
        });
        const { data, errors } = await response.json();
        expect(errors, code).toBeUndefined();
        expect(data, code).toBeTruthy();
      }

      const here = (code: string) => code.replaceAll(address, String(baseURL));
      const shell = samples.filter(({ runs, language }) => runs && language === 'bash');
      if (shell.length > 0) {
        const { stdout } = await run('bash', [
          '-euo',
          'pipefail',
          '-c',
          here(shell.map(({ code }) => code).join('\n')),
        ]);
        expect(stdout).toContain('"data"');
        expect(stdout).not.toContain('"errors"');
      }

      for (const { code } of samples.filter(
        ({ runs, language }) => runs && ['ts', 'js'].includes(language),
      )) {
        const file = path.join(outputDir, 'sample.mts');
        mkdirSync(outputDir, { recursive: true });
        writeFileSync(file, here(code));
        const { stdout } = await run('node_modules/.bin/tsx', [file]);
        expect(stdout).not.toBe('');
      }
    });
  }
}

/** A sample's variables are the JSON right after it that is titled so. */
function variablesAfter(samples: CodeSample[], index: number): unknown {
  const next = samples[index + 1];
  return next?.language === 'json' && /^variables/i.test(next.title ?? '') ? JSON.parse(next.code) : {};
}
