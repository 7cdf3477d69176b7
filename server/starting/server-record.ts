// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runDirectory } from '@/scripts/project.mjs';
import { openRunDirectory } from '@/scripts/setup/make-folder.mjs';
import { isRunning, processStart } from '@/scripts/setup/running-process.mjs';

/** @typedef {{ pid: number, start?: string | null, port: number, database?: string }} ServerRecord */

/**
 * Leaves word, until this process ends, that it serves the build of this checkout, where it may be written.
 * @param {number} port
 * @param {string} database the file it serves, absolute
 */
export function recordServer(port, database, directory = runDirectory) {
  const { pid } = process;
  const file = path.join(directory, `server-${pid}.json`);
  if (!openRunDirectory(directory)) return;
  // Under another name first: whoever finds a record that is not whole removes it.
  fs.writeFileSync(`${file}.new`, JSON.stringify({ pid, start: processStart(pid), port, database }));
  fs.renameSync(`${file}.new`, file);
  process.once('exit', () => fs.rmSync(file, { force: true }));
}

/** @returns {ServerRecord[]} the production servers of this checkout; what else lies there as a record is removed */
export function runningServers(directory = runDirectory) {
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

/** @param {string} file @returns {ServerRecord | null} null for what is no record */
function readRecord(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
