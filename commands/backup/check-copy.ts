// @ts-check
import fs from 'node:fs';
import { projectMigrations } from '@/lib/server/database/migrations/read-migrations';
import { runChild } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { installedCommand, typeScript } from '@/scripts/setup/run-tool.mjs';

/**
 * @typedef {import('./check-database').Contents & { schema: string | null, chain: string | null }} CopyReport
 *   sentences on what is wrong with the schema and with the audit chains; null if nothing is
 */

/**
 * Checks a copy of a database in a process of its own: SQLite's checks and the walk along the audit chains take long on
 * a large one, and this process must end at once if it is asked to.
 *
 * @param {string} copy absolute path; nobody writes it, and it has no -wal
 * @param {{ original: string, directory?: string }} options `original`: the path that sentences name, since what is
 *   wrong with a copy is wrong with its source; `directory`: the migrations folder
 * @returns {Promise<CopyReport>}
 * @throws {Stop} if it is damaged, refers to rows that aren't there, or isn't a database of this code
 */
export async function checkCopy(copy, { original, directory = projectMigrations }) {
  if (!fs.existsSync(installedCommand('tsx')))
    throw new Stop('Copies are checked by tsx, which is not installed here. Run npm ci --include=dev.');
  const [node, ...options] = typeScript;
  const { code, output } = await runChild(node, [
    ...options,
    'commands/backup/check-copy-program.ts',
    copy,
    directory,
  ]);
  if (code !== 0) throw new Stop(`${original} couldn't be checked; the lines above say why.`, output);
  // Node may have warned of something before or after.
  const line = output.split('\n').findLast((text) => text.startsWith('{')) ?? '{}';
  const { refusal, ...report } = JSON.parse(line, (_, value) =>
    typeof value === 'string' ? value.replaceAll(copy, original) : value,
  );
  if (refusal) throw new Stop(refusal);
  return report;
}
