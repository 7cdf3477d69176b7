import fs from 'node:fs';
import path from 'node:path';
import { runDirectory } from '@/scripts/project.mjs';
import { openRunDirectory } from '@/scripts/setup/make-folder.mjs';
import { isRunning, processStart } from '@/scripts/setup/running-process.mjs';

interface ServerRecord {
  pid: number;
  /** Null or missing if the system doesn't know when a process started. */
  start?: string | null;
  port: number;
  /** The file that it serves, absolute. */
  database?: string;
}

/** @returns the production servers of this checkout; removes every record that isn't one of a running server */
export function runningServers(directory = runDirectory): ServerRecord[] {
  if (!fs.existsSync(directory)) return [];
  const files = fs.readdirSync(directory).filter((name) => /^server-\d+\.json$/.test(name));
  return files.flatMap((name) => {
    const file = path.join(directory, name);
    const record = readRecord(file);
    if (record && isRunning(record.pid, record.start)) return [record];
    fs.rmSync(file, { force: true });
    return [];
  });
}

/** @returns null if the file doesn't hold a record */
function readRecord(file: string): ServerRecord | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Records, until this process ends, that it serves the build of this checkout. Does nothing if the checkout can't be
 * written.
 *
 * @param database the file that it serves, absolute
 */
export function recordServer(port: number, database: string, directory = runDirectory): void {
  const { pid } = process;
  const file = path.join(directory, `server-${pid}.json`);
  if (!openRunDirectory(directory)) return;
  // Under another name first: a reader removes an incomplete record.
  fs.writeFileSync(`${file}.new`, JSON.stringify({ pid, start: processStart(pid), port, database }));
  fs.renameSync(`${file}.new`, file);
  process.once('exit', () => fs.rmSync(file, { force: true }));
}
