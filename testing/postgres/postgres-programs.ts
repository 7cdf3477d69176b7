import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '@/scripts/console/stop.mjs';
import { installDebianPackages } from '@/testing/run/debian-packages';
import { onPath } from '@/testing/run/installed-programs';

/** The oldest PostgreSQL that the site runs on. */
const OLDEST = 15;
/** Debian keeps each version in a folder of its own, which isn't on the PATH. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder of this machine's `initdb` and `postgres`: Debian's newest version, or the one on the PATH.
 * @returns undefined if there is none, or only older ones than the site runs on
 */
export function findPostgres(): string | undefined {
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN) : [];
  const debians = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, 'bin'));
  const named = onPath(['initdb']);
  return [...debians, ...(named ? [path.dirname(fs.realpathSync(named))] : [])].find(isUsable);
}

function isUsable(folder: string): boolean {
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => path.join(folder, name));
  if (!initdb || !postgres || !fs.existsSync(initdb) || !fs.existsSync(postgres)) return false;
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]) >= OLDEST;
}

/** The advice if there is none. */
export const WITHOUT_POSTGRES = `there is no PostgreSQL ${OLDEST} or later here, and it can't be installed. Install it (apt-get install postgresql), or put its initdb on the PATH.`;

/** Whether this machine has PostgreSQL; installs Debian's if it is missing and this user may. */
export async function offersPostgres(): Promise<boolean> {
  if (!findPostgres()) await installDebianPackages('postgres', 'PostgreSQL', ['postgresql']);
  return findPostgres() !== undefined;
}

/**
 * The folder of this machine's PostgreSQL, as `findPostgres` finds it; installs it if it can.
 * @throws Stop if there is none and none can be installed
 */
export async function requirePostgres(): Promise<string> {
  await offersPostgres();
  const found = findPostgres();
  if (!found) throw new Stop(`These tests can't run: ${WITHOUT_POSTGRES}`);
  return found;
}
