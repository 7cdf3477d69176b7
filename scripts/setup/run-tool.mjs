// @ts-check
import path from 'node:path';
import { lastLines, runChild } from '../console/child.mjs';
import { Stop } from '../console/stop.mjs';
import { isVerbose, root } from '../project.mjs';

/** @type {[RegExp, string][]} */
const causes = [
  [/ENOSPC|no space left/i, 'The disk is full. Free some space and run the command again.'],
  [
    /EACCES|EPERM|permission denied/i,
    'A file or folder of the project belongs to another user. Give this user the right to write it and run the command again.',
  ],
];

/** @param {string} name @returns {string} the path of an installed package's command */
export const installedCommand = (name) => path.join(root, 'node_modules', '.bin', name);

/** Starts a TypeScript program. tsx's own command would be a process in between, which keeps signals from it. */
export const typeScript = /** @type {const} */ ([process.execPath, '--import', 'tsx']);

/**
 * Runs a tool that must succeed.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, advice: string, known?: [RegExp, string][] }} options `advice` is the
 *   message if the output matches neither `known` nor a full disk or missing permission
 * @returns {Promise<string>} its output
 * @throws {Stop} with the end of its output and what to do next
 */
export async function runTool(command, args, { env, advice, known = [] }) {
  const { code, output } = await runChild(command, args, { env });
  if (code === 0) return output;
  const sentence = [...causes, ...known].find(([pattern]) => pattern.test(output))?.[1] ?? advice;
  throw new Stop(sentence, isVerbose() ? '' : lastLines(output));
}
