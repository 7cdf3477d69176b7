import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from './version';

test('the version is that of package.json, its lock file, and the newest release of the changelog', () => {
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  const json = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version;
  expect([newest, json('package.json'), json('package-lock.json')]).toEqual([version, version, version]);
});
