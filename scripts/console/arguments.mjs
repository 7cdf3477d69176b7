// @ts-check
import { parseArgs } from 'node:util';
import { Stop } from './stop.mjs';

/**
 * The arguments of a command, in addition to `--help` and `-h`.
 *
 * @typedef {object} CommandLine
 * @property {string} usage for people; its first line begins with "Usage: "
 * @property {Record<string, { type: 'string' | 'boolean' }>} [options]
 * @property {number} [positionals] the most arguments that aren't options; by default none
 */

/** Arguments that a command doesn't take. It is printed with the usage, and the exit code is 2. */
export class WrongArguments extends Stop {
  /**
   * @param {string} fault a sentence that names the argument
   * @param {CommandLine} commandLine
   */
  constructor(fault, { usage }) {
    super(fault);
    this.name = 'WrongArguments';
    this.usage = usage;
  }
}

/**
 * The values of options, each undefined if it wasn't given.
 *
 * @template {Record<string, { type: 'string' | 'boolean' }>} Options
 * @typedef {{ [Name in keyof Options]?: Options[Name]['type'] extends 'boolean' ? boolean : string }} Values
 */

/**
 * Reads a command's arguments.
 *
 * @template {Record<string, { type: 'string' | 'boolean' }>} Options
 * @param {CommandLine & { options?: Options }} commandLine
 * @param {string[]} [args] by default those of this process
 * @returns {{ values: Values<Options>, positionals: string[] }}
 * @throws {WrongArguments} for anything that the command doesn't declare, and for an option without its value
 */
export function readArguments(commandLine, args = process.argv.slice(2)) {
  const { options = {}, positionals: most = 0 } = commandLine;
  const { values, positionals } = parse(args, options, commandLine);
  if (positionals.length > most)
    throw new WrongArguments(`Unexpected argument '${positionals[most]}'.`, commandLine);
  return { values: /** @type {Values<Options>} */ (values), positionals };
}

/**
 * @param {string[]} args
 * @param {Record<string, { type: 'string' | 'boolean' }>} options
 * @param {CommandLine} commandLine
 */
function parse(args, options, commandLine) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's first sentence names the argument; what follows is advice for programmers.
    const [fault = ''] = /** @type {Error} */ (error).message.split(/(?<=\.)\s/);
    throw new WrongArguments(`${fault.replace(/\.$/, '')}.`, commandLine);
  }
}

/**
 * Prints the usage for `--help` and `-h`, and otherwise checks the arguments: a command calls it before it does anything.
 *
 * @param {CommandLine} commandLine
 * @param {string[]} [args] by default those of this process
 * @returns {boolean} whether the command is to run
 * @throws {WrongArguments}
 */
export function acceptArguments(commandLine, args = process.argv.slice(2)) {
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (asksForHelp) console.log(commandLine.usage);
  else readArguments(commandLine, args);
  return !asksForHelp;
}
