// @ts-check
import { say, step } from '../console/step.mjs';
import { Stop } from '../console/stop.mjs';
import { root } from '../project.mjs';
import { stamp } from './fingerprint.mjs';
import { foldersOf, isWritable, ownerOf } from './writable.mjs';

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
