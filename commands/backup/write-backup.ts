import { writeCopy } from '@/lib/server/database/backup/write-copy';
import { type CopyReport, checkCopy } from './check-copy';

/**
 * Writes a backup that was checked.
 *
 * @param database absolute path of a migrated one
 * @param file absolute path of the backup
 * @returns with sentences on what a restore would refuse the backup for, and its size
 * @throws Stop if it can't be written or the copy isn't whole; then no backup has that name
 */
export const writeBackup = (database: string, file: string): Promise<CopyReport & { bytes: number }> =>
  writeCopy(database, file, (copy) => checkCopy(copy, { original: database }));
