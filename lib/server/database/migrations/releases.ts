import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';

/** Each release with the last SQLite migration that it knows, oldest first. */
const readReleases = (): [release: string, lastMigration: string][] =>
  Object.entries(JSON.parse(fs.readFileSync(path.join(root, 'prisma', 'releases.json'), 'utf8')));

/** The release of this code, or the last one before it. */
export const newestRelease = (): string => readReleases().at(-1)?.[0] ?? 'unknown';

/**
 * The release that a SQLite database belongs to.
 * @param lastMigration that it has
 * @returns the newest one with this migration as its last; null for a state between two releases
 */
export const releaseOf = (lastMigration: string): string | null =>
  readReleases().findLast(([, last]) => last === lastMigration)?.[0] ?? null;
