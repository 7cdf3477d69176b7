import fs from 'node:fs';
import path from 'node:path';
import { backupFolder, backupStamp } from '@/lib/server/database/backup/write-copy';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { callerFolder } from '@/scripts/project.mjs';

/** Matches the names that the command makes. */
export const backupName = /^switchyard-(\d{8}T\d{6}Z)\.db$/;

const absolutePath = (typed: string) => path.resolve(callerFolder(), typed);

/**
 * @param options.database the absolute path of the one to copy
 * @returns `file`: an absolute path
 * @throws WrongArguments, and Stop if the folder isn't there
 */
export function readBackupArguments(
  args: string[],
  { now, database }: { now: Date; database: string },
): { file: string; keep: number | null } {
  const { values, positionals } = readArguments(commandLines.backup, args);
  const { keep } = values;
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new WrongArguments('--keep must be a whole number from 1.', commandLines.backup);
  const named = positionals[0] ? absolutePath(positionals[0]) : null;
  const place = named ?? backupFolder(database);
  // By its name: a missing folder mustn't become a file of that name.
  const isFolder = !place.endsWith('.db');
  const file = isFolder ? path.join(place, `switchyard-${backupStamp(now)}.db`) : place;
  if (named !== null) requireFolder(path.dirname(file));
  return { file, keep: keep === undefined ? null : Number(keep) };
}

/** A missing folder may be on a disk that isn't mounted: making it would fill the disk of the database unnoticed. */
function requireFolder(folder: string): void {
  if (!fs.existsSync(folder))
    throw new Stop(
      `There is no folder ${folder}. Mount its disk, or make it with mkdir -p, and run the command again.`,
    );
}

/**
 * @returns `backup`: an absolute path
 * @throws WrongArguments
 */
export function readRestoreArguments(args: string[]): { backup: string; acceptBrokenChain: boolean } {
  const { values, positionals } = readArguments(commandLines.restore, args);
  const [file] = positionals;
  if (!file) throw new WrongArguments('Name the backup to restore.', commandLines.restore);
  return { backup: absolutePath(file), acceptBrokenChain: values['accept-broken-chain'] ?? false };
}
