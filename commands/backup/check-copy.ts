import { formatQuantity } from '@/lib/format/number';
import { projectMigrations } from '@/lib/server/database/migrations/read-migrations';
import { runChild } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { bundledProgram, onlyServes } from '@/scripts/project.mjs';
import { typeScript } from '@/scripts/setup/run-tool.mjs';

/** The content of a copy, and the reasons for which a restore would refuse it. */
export interface CopyReport {
  accounts: number;
  events: number;
  /** Migrations that the copy doesn't have yet. */
  pending: string[];
  /** A sentence on what is wrong with the schema; null if nothing is. */
  schema: string | null;
  /** A sentence on what is wrong with the audit chains; null if nothing is. */
  chain: string | null;
}

/** How much a copy contains: `1 account, 4 audit events`. */
export const contentText = ({ accounts, events }: Pick<CopyReport, 'accounts' | 'events'>): string =>
  `${formatQuantity(accounts, { one: 'account', other: 'accounts' })}, ${formatQuantity(events, { one: 'audit event', other: 'audit events' })}`;

/**
 * Checks a copy of a database in a separate process. On a large database SQLite's checks take long and block signals,
 * and this process must be able to end at once.
 *
 * @param copy absolute path; no process writes it, and it has no -wal
 * @param options.original the path for messages: what is wrong with a copy is wrong with its source
 * @param options.directory the migrations folder
 * @throws Stop if it is damaged, refers to missing rows, or isn't a database of this code
 */
export async function checkCopy(
  copy: string,
  { original, directory = projectMigrations.sqlite }: { original: string; directory?: string | undefined },
): Promise<CopyReport> {
  const { code, output } = await runChild(process.execPath, [...checkCopyProgram(), copy, directory]);
  if (code !== 0) throw new Stop(`${original} couldn't be checked; the lines above say why.`, output);
  // Node may have printed a warning before or after.
  const line = output.split('\n').findLast((text) => text.startsWith('{')) ?? '{}';
  const result: CopyReport | { refusal: string } = JSON.parse(line, (_, value) =>
    typeof value === 'string' ? value.replaceAll(copy, original) : value,
  );
  if ('refusal' in result) throw new Stop(result.refusal);
  return result;
}

/** How Node is started with the program that checks a copy: the bundled one where there is only a build. */
function checkCopyProgram(): string[] {
  const [, ...options] = typeScript;
  if (onlyServes()) return [bundledProgram('check-copy-program')];
  return [...options, 'commands/backup/check-copy-program.ts'];
}
