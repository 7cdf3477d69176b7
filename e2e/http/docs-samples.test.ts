import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { siteUrl } from '@/e2e/fetch-site';
import { defaultOrigin } from '@/lib/config/brand';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { listDocsPages } from '@/lib/content/docs-pages';
import { type CodeSample, codeSamples, programFiles } from '@/testing/code-samples';
import { postJson, requestToken } from './call-api';

const run = promisify(execFile);

for (const tree of Object.keys(docsTrees) as DocsTree[]) {
  for (const { href, source } of listDocsPages(tree)) {
    const samples = codeSamples(source);
    if (!samples.some(({ runs }) => runs)) continue;

    test(`the samples of ${href} run as they are`, async () => {
      for (const [index, { language, code, runs, as }] of samples.entries()) {
        if (!runs || language !== 'graphql') continue;
        const response = await postJson(
          '/api/graphql',
          { query: code, variables: variablesAfter(samples, index) },
          as ? { authorization: `Bearer ${await requestToken(as)}` } : {},
        );
        const { data, errors } = await response.json();
        expect(errors, code).toBeUndefined();
        expect(data, code).toBeTruthy();
      }

      const here = (code: string) => code.replaceAll(defaultOrigin, siteUrl.origin);
      const shell = samples.filter(({ runs, language }) => runs && language === 'bash');
      if (shell.length > 0) {
        const { stdout } = await run('bash', [
          '-euo',
          'pipefail',
          '-c',
          here(shell.map(({ code }) => code).join('\n')),
        ]);
        expect(stdout).not.toBe('');
        expect(stdout).not.toContain('"errors"');
      }

      for (const sample of samples) {
        if (!sample.runs || sample.language !== 'js') continue;
        // Inside the project, where the sample finds its packages.
        mkdirSync('test-results', { recursive: true });
        const folder = mkdtempSync(path.join('test-results', 'sample-'));
        onTestFinished(() => rmSync(folder, { recursive: true }));
        for (const [name, code] of programFiles(sample, samples))
          writeFileSync(path.join(folder, name), here(code));
        const token = sample.as && (await requestToken(sample.as));
        const { stdout } = await run(process.execPath, [path.join(folder, sample.title ?? 'sample.mjs')], {
          env: { ...process.env, ...(token && { SWITCHYARD_TOKEN: token }) },
        });
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
