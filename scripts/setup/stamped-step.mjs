// @ts-check

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { say, step } from '../console/step.mjs';
import { Stop } from '../console/stop.mjs';
import { root } from '../project.mjs';

/**
 * A step that is skipped while its stamp matches. The stamp is removed before the work and written after it, so that
 * interrupted work is done again.
 *
 * @param {object} options
 * @param {string} options.name one word
 * @param {string} options.doing as in "installing dependencies"
 * @param {string} options.done as in "dependencies installed"
 * @param {string} options.stampFile absolute
 * @param {() => string} options.fingerprint of everything that the work depends on
 * @param {() => boolean | Promise<boolean>} [options.present] whether the result is still there and usable
 * @param {() => Promise<void>} options.work
 * @param {{ folder: string, missing: string, remedy: string }} [options.replaces] a folder, absolute, that the work
 *   replaces, and for a user who can't write it: what is missing, and the command that makes it
 * @throws {Stop} before it changes anything, if this user can't write the project
 */
export async function stampedStep({
  name,
  doing,
  done,
  stampFile,
  fingerprint,
  present = () => true,
  work,
  replaces,
}) {
  const { matches, clear, write } = stamp(stampFile);
  const wanted = fingerprint();
  if (matches(wanted) && (await present())) {
    say(name, 'up to date');
    return;
  }
  if (replaces) requireWritable(replaces);
  clear();
  await step(name, doing, work, () => ({ text: done }));
  write(wanted);
}

/**
 * Work that can't be finished would leave a folder half replaced.
 * @param {{ folder: string, missing: string, remedy: string }} replaces
 */
function requireWritable({ folder, missing, remedy }) {
  const place = foldersOf(folder).find((one) => !isWritable(one));
  if (place)
    throw new Stop(
      `${missing}, and this user can't write ${place}. ${ownerOf(place)} must run ${remedy} in ${root}.`,
    );
}

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

/** @param {string} place absolute */
export function isWritable(place) {
  try {
    fs.accessSync(place, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The folders that must be writable to replace a folder: its parent, itself, and the folders in it. One of them may
 * belong to another user.
 *
 * @param {string} folder absolute; perhaps missing
 * @returns {string[]} the existing ones
 */
function foldersOf(folder) {
  const parent = path.dirname(folder);
  if (!fs.existsSync(folder)) return fs.existsSync(parent) ? [parent] : foldersOf(parent);
  const inside = fs.readdirSync(folder, { withFileTypes: true });
  return [
    parent,
    folder,
    ...inside.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name)),
  ];
}

/** The owner of a path, for people. @param {string} place that exists */
function ownerOf(place) {
  const { uid } = fs.statSync(place);
  if (uid === process.getuid?.()) return 'Somebody who can write the file system';
  return uid === 0 ? 'root' : `The user with the id ${uid}`;
}
