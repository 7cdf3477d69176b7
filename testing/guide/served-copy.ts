import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { guideCommands } from './guide-commands';

/** A copy for serving, as `npm run build -- --out` makes it, which the user of `uid` can only read. */
export interface ServedCopy {
  /** The folder that commands may write: databases and backups. */
  folder: string;
  /** The copy, in a path with a space. */
  site: string;
  /** The user that runs commands in it; undefined if this user can't switch to another one. */
  uid: number | undefined;
  /** Its files, with their sizes and times. */
  listing(): string;
  remove(): void;
}

const NOBODY = 65_534;

function makeAsTheGuideSays(site: string): void {
  const [command, ...more] = guideCommands().filter(({ section }) => section === 'Build on another machine');
  const place = /(?<= --out )\S+/;
  if (!command || !place.test(command.text) || more.length > 0)
    throw new Error('The guide makes a copy for serving by other commands than this knows.');
  execFileSync('bash', ['-c', command.text.replace(place, `'${site}'`)], { cwd: root });
}

export function makeServedCopy(): ServedCopy {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-guide-'));
  const site = path.join(folder, 'a site');
  makeAsTheGuideSays(site);
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? NOBODY : undefined;
  if (uid) fs.chownSync(folder, uid, uid);
  execFileSync('chmod', ['-R', 'a-w,a+rX', site]);
  // A read-only file system, as in a container; where it can't be mounted, permissions alone.
  const isMounted = isRoot && spawnSync('mount', ['-o', 'bind', site, site]).status === 0;
  if (isMounted) execFileSync('mount', ['-o', 'remount,bind,ro', site]);
  return {
    folder,
    site,
    uid,
    listing: () =>
      execFileSync('find', [site, '-printf', '%P %s %T@ %C@\\n'], { encoding: 'utf8', maxBuffer: 1e8 }),
    remove: () => {
      if (isMounted) execFileSync('umount', ['--lazy', site]);
      execFileSync('chmod', ['-R', 'u+w', folder]);
      fs.rmSync(folder, { recursive: true });
    },
  };
}
