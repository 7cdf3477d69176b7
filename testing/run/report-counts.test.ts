import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './report-counts';

const place = mkdtempSync(path.join(tmpdir(), 'switchyard-reports-'));
afterAll(() => rmSync(place, { recursive: true }));
const report = (content: object) => {
  const file = path.join(place, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const loaded = { status: 'passed', assertionResults: [{}] };
const broken = { status: 'failed', assertionResults: [] };

test('vitest: tests count, and a file that could not be loaded', () => {
  const file = report({ numPassedTests: 7, numFailedTests: 2, testResults: [loaded, broken] });
  expect(vitestCounts(file, 1)).toEqual({ passed: 7, failed: 3 });
});

test('vitest: an error outside any test is a failure', () => {
  const file = report({ numPassedTests: 7, numFailedTests: 0, testResults: [loaded] });
  expect(vitestCounts(file, 1)).toEqual({ passed: 7, failed: 1 });
  expect(vitestCounts(file, 0)).toEqual({ passed: 7, failed: 0 });
});

test('playwright: unexpected results and broken files fail; what passed at its second try is named', () => {
  const suites = [
    {
      specs: [{ file: 'a.spec.ts', title: 'one', tests: [{ status: 'expected' }] }],
      suites: [{ specs: [{ file: 'a.spec.ts', title: 'two', tests: [{ status: 'flaky' }] }] }],
    },
  ];
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1 }, suites, errors: [{}] });
  expect(playwrightCounts(file, 1)).toEqual({ passed: 6, failed: 2, secondTry: ['a.spec.ts: two'] });
});

test('no report is one failure', () => {
  expect(playwrightCounts(path.join(place, 'none.json'), 1)).toEqual({ passed: 0, failed: 1 });
});
