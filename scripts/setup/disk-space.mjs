// @ts-check
import fs from 'node:fs';
import { Stop } from '../console/stop.mjs';
import { root } from '../project.mjs';

const GIGABYTE = 1e9;
const NEEDED = 2 * GIGABYTE; // 1 GB of packages, as much again while they are unpacked and built

/** @throws {Stop} when the disk has no room for the packages */
export function requireDiskSpace() {
  const { bavail, bsize } = fs.statfsSync(root);
  const free = bavail * bsize;
  if (free < NEEDED)
    throw new Stop(
      `The disk has ${(free / GIGABYTE).toFixed(1)} GB free and the installation needs ${NEEDED / GIGABYTE} GB. Free some space and run the command again.`,
    );
}
