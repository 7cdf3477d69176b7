import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';
import { playwrightCounts, vitestCounts } from './report-counts';

const place = mkdtempSync(path.join(tmpdir(), 'switchyard-reports-'));
afterAll(() => rmSync(place, { recursive: true }));
const report = (content: object) => {
  const file = path.join(place, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const loaded = {
  name: path.join(root, 'lib/a.test.ts'),
  status: 'passed',
  assertionResults: [{ title: 'one', duration: 1500 }],
};
const broken = { name: path.join(root, 'lib/b.test.ts'), status: 'failed', assertionResults: [] };
const times = [{ test: 'lib/a.test.ts: one', seconds: 1.5 }];

test("vitest: tests count, and a file that couldn't be loaded; each test has its time", () => {
  const file = report({ numPassedTests: 7, numFailedTests: 2, testResults: [loaded, broken] });
  expect(vitestCounts(file, 1)).toEqual({ passed: 7, failed: 3, times });
});

test('vitest: an error outside any test is a failure', () => {
  const file = report({ numPassedTests: 7, numFailedTests: 0, testResults: [] });
  expect(vitestCounts(file, 1)).toEqual({ passed: 7, failed: 1, times: [] });
  expect(vitestCounts(file, 0)).toEqual({ passed: 7, failed: 0, times: [] });
});

test('playwright: unexpected results and broken files fail; what passed at its second try is named, with the time of both', () => {
  const suites = [
    {
      specs: [
        { file: 'a.spec.ts', title: 'one', tests: [{ status: 'expected', results: [{ duration: 900 }] }] },
      ],
      suites: [
        {
          specs: [
            {
              file: 'a.spec.ts',
              title: 'two',
              tests: [{ status: 'flaky', results: [{ duration: 500 }, { duration: 1000 }] }],
            },
          ],
        },
      ],
    },
  ];
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1 }, suites, errors: [{}] });
  expect(playwrightCounts(file, 1)).toEqual({
    passed: 6,
    failed: 2,
    secondTry: ['e2e/a.spec.ts: two'],
    times: [
      { test: 'e2e/a.spec.ts: one', seconds: 0.9 },
      { test: 'e2e/a.spec.ts: two', seconds: 1.5 },
    ],
  });
});

test('no report is one failure', () => {
  expect(playwrightCounts(path.join(place, 'none.json'), 1)).toEqual({ passed: 0, failed: 1 });
});
