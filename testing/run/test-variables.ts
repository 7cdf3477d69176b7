import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { variables } from '@/lib/config/environment';

const directories: string[] = [];

/** Makes a folder that is removed when this process ends. */
export function temporaryDirectory(): string {
  if (directories.length === 0)
    process.once('exit', () => {
      for (const directory of directories) fs.rmSync(directory, { recursive: true, force: true });
    });
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-test-'));
  directories.push(directory);
  return directory;
}

/**
 * The configuration of a test run: the defaults, whatever the shell and .env say, on a database of its own.
 *
 * @param directory contains the database
 * @param port of the server
 * @returns a value for every variable, empty for the default
 */
export function testVariables(directory: string, port: number): Record<string, string> {
  const empty = Object.fromEntries(Object.values(variables).map(({ name }) => [name, '']));
  const databaseUrl = `file:${path.join(directory, 'test.db')}`;
  return { ...empty, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'warn' };
}
