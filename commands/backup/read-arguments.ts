// @ts-check
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stop } from '@/scripts/console/stop.mjs';

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

/** Of the names this command gives; in their order they are the oldest first. */
export const backupName = /^switchyard-\d{8}T\d{6}Z\.db$/;

/** @param {string} place as typed @returns {string} absolute; npm runs commands in the project folder */
const typedPath = (place) => path.resolve(process.env.INIT_CWD ?? process.cwd(), place);

/**
 * @param {string[]} args
 * @param {string} usage
 * @param {Record<string, { type: 'string' | 'boolean' }>} options
 * @returns {{ values: Record<string, string | boolean | undefined>, positionals: string[] }}
 */
function parse(args, usage, options) {
  try {
    const help = /** @type {const} */ ({ type: 'boolean', short: 'h' });
    return parseArgs({ args, allowPositionals: true, options: { help, ...options } });
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message, usage);
  }
}

/**
 * @param {string[]} args
 * @param {{ now: Date, database: string }} options `database`: the absolute path of the one to copy
 * @returns {{ file: string, keep: number | null } | 'help'}
 * @throws {Stop}
 */
export function readBackupArguments(args, { now, database }) {
  const { values, positionals } = parse(args, BACKUP_USAGE, { keep: { type: 'string' } });
  if (values.help) return 'help';
  if (positionals.length > 1) throw new Stop('Name one place for the backup.', BACKUP_USAGE);
  const keep = typeof values.keep === 'string' ? values.keep : undefined;
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new Stop('--keep must be a whole number from 1.', BACKUP_USAGE);
  const place = positionals[0] ? typedPath(positionals[0]) : path.join(path.dirname(database), 'backups');
  // A folder may be missing: one that is not mounted must not become a file of its name.
  const isFolder = !place.endsWith('.db');
  const stamp = now.toISOString().replace(/\.\d+|[-:]/g, '');
  return {
    file: isFolder ? path.join(place, `switchyard-${stamp}.db`) : place,
    keep: keep === undefined ? null : Number(keep),
  };
}

/**
 * @param {string[]} args
 * @returns {{ backup: string, acceptBrokenChain: boolean } | 'help'} `backup`: an absolute path
 * @throws {Stop}
 */
export function readRestoreArguments(args) {
  const { values, positionals } = parse(args, RESTORE_USAGE, { 'accept-broken-chain': { type: 'boolean' } });
  if (values.help) return 'help';
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Stop('Name the backup to restore.', RESTORE_USAGE);
  return { backup: typedPath(file), acceptBrokenChain: values['accept-broken-chain'] === true };
}
