import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processStart } from '@/scripts/setup/running-process.mjs';
import { recordServer, runningServers } from './server-records';

// Not every system knows when a process started.
const start = processStart(process.pid);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'switchyard-run-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (text: string) => writeFileSync(path.join(directory, 'server-999.json'), text);

test('a server is found by its record, with the database it serves', () => {
  expect(runningServers(path.join(directory, 'none'))).toEqual([]);
  recordServer(4310, '/somewhere/site.db', directory);
  const { pid } = process;
  const record = { pid, start, port: 4310, database: '/somewhere/site.db' };
  expect(runningServers(directory)).toEqual([record]);
  expect(readdirSync(directory)).toEqual([`server-${pid}.json`]);
});

test.each([
  ['empty', ''],
  ['cut off', '{"pid":'],
  ['no record', 'null'],
  ['without a process', '{}'],
  ['of a process that is gone', '{"pid":999999999,"port":1}'],
  ...(start
    ? [['of a process whose number another one has by now', `{"pid":${process.pid},"start":"1","port":1}`]]
    : []),
])("a record that is %s isn't a server, and is removed", (_what, text) => {
  write(text);
  expect(runningServers(directory)).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
});

test("a record that doesn't say when its process started counts as long as there is such a process", () => {
  const record = { pid: process.pid, port: 1 };
  write(JSON.stringify(record));
  expect(runningServers(directory)).toEqual([record]);
});
