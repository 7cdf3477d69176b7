// @ts-check
import { say, step } from '../console/step.mjs';
import { stamp } from './fingerprint.mjs';

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
 */
export async function stampedStep({ name, doing, done, stampFile, fingerprint, present = () => true, work }) {
  const { matches, clear, write } = stamp(stampFile);
  const wanted = fingerprint();
  if (matches(wanted) && (await present())) {
    say(name, 'up to date');
    return;
  }
  clear();
  await step(name, doing, work, () => ({ text: done }));
  write(wanted);
}
