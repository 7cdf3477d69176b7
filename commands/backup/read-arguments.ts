import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stop } from '@/scripts/console/stop.mjs';
import { callerFolder } from '@/scripts/project.mjs';

export const BACKUP_USAGE = `npm run backup -- [PLACE] [--keep N]

Copies the database, also while the server runs, and checks the copy: its pages, schema and audit chains.
  PLACE     a new file whose name ends in .db, or a folder in which it is named switchyard-YYYYMMDDTHHMMSSZ.db;
            default: backups, beside the database
  --keep N  afterwards only the newest N of that folder's backups so named stay`;

export const RESTORE_USAGE = `npm run restore -- FILE [--accept-broken-chain]

Checks a backup and puts it in the database's place, while no server runs. The present database is moved aside.
All sessions end. API keys and passwords are those of the backup: what was revoked or changed since works again.
  --accept-broken-chain  restores a backup even if its audit trail was changed, and says where; npm run audit:verify
                         keeps reporting that link`;

/** Matches the names that the command makes; sorted, the oldest comes first. */
export const backupName = /^switchyard-\d{8}T\d{6}Z\.db$/;

const absolutePath = (typed: string) => path.resolve(callerFolder(), typed);

const help = { type: 'boolean', short: 'h' } as const;

function withUsage<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Stop((error as Error).message, usage);
  }
}

/**
 * @param options.database the absolute path of the one to copy
 * @returns `file`: an absolute path
 * @throws Stop with the usage
 */
export function readBackupArguments(
  args: string[],
  { now, database }: { now: Date; database: string },
): { file: string; keep: number | null } | 'help' {
  const { values, positionals } = withUsage(BACKUP_USAGE, () =>
    parseArgs({ args, allowPositionals: true, options: { help, keep: { type: 'string' } } }),
  );
  const { keep } = values;
  if (values.help) return 'help';
  if (positionals.length > 1) throw new Stop('Name one place for the backup.', BACKUP_USAGE);
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new Stop('--keep must be a whole number from 1.', BACKUP_USAGE);
  const place = positionals[0] ? absolutePath(positionals[0]) : path.join(path.dirname(database), 'backups');
  // By its name, since the folder may be missing: one that isn't mounted must not become a file of that name.
  const isFolder = !place.endsWith('.db');
  const stamp = now.toISOString().replace(/\.\d+|[-:]/g, '');
  return {
    file: isFolder ? path.join(place, `switchyard-${stamp}.db`) : place,
    keep: keep === undefined ? null : Number(keep),
  };
}

/**
 * @returns `backup`: an absolute path
 * @throws Stop with the usage
 */
export function readRestoreArguments(
  args: string[],
): { backup: string; acceptBrokenChain: boolean } | 'help' {
  const { values, positionals } = withUsage(RESTORE_USAGE, () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { help, 'accept-broken-chain': { type: 'boolean', default: false } },
    }),
  );
  if (values.help) return 'help';
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Stop('Name the backup to restore.', RESTORE_USAGE);
  return { backup: absolutePath(file), acceptBrokenChain: values['accept-broken-chain'] };
}
