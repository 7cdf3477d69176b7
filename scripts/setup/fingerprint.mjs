// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../project.mjs';

/** @param {string} place @returns {string[]} the files there, itself included, in a fixed order; none if it is missing */
function filesAt(place) {
  const entry = fs.statSync(place, { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return [place];
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => filesAt(path.join(place, name)));
}

/**
 * @param {string[]} places files and folders, relative to the project; missing ones count as empty
 * @param {unknown[]} facts everything else that the result depends on
 * @param {(file: string) => boolean} [counts] which files count, all by default
 * @returns {string} a hash that changes when any of it does
 */
export function fingerprint(places, facts, counts = () => true) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of places.flatMap((place) => filesAt(path.join(root, place))).filter(counts))
    hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

/**
 * A file that remembers the fingerprint of what was done last.
 * @param {string} file absolute
 */
export const stamp = (file) => ({
  /** @param {string} value */
  matches: (value) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === value,
  clear: () => fs.rmSync(file, { force: true }),
  /** @param {string} value */
  write: (value) => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, value);
  },
});
