// @ts-check
import fs from 'node:fs';
import { styleText } from 'node:util';
import { root } from '../project.mjs';
import { WrongArguments } from './arguments.mjs';
import { endChildren } from './child.mjs';
import { Stop } from './stop.mjs';

/** The exit code for each signal that asks a command to end: 128 and the signal's number, as in shells. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** How often (ms) a command that npm started checks that what started it is still there. */
const PARENT_CHECK = 500;

/** npm passes on a Ctrl-C that the terminal has already sent; a second one within this time (ms) is the same one. */
const SAME_SIGNAL = 500;

let end = async (/** @type {number} */ code) => {
  await endChildren();
  process.exit(code);
};

/**
 * Sets what a command does when a signal asks it to end. By default it stops its children and exits.
 *
 * @param {() => Promise<number>} work resolves to the exit code; its error is printed, and the code is 1
 */
export function endWith(work) {
  end = async () => {
    let code = 1;
    try {
      code = await work();
    } catch (error) {
      console.error(error);
    }
    process.exit(code);
  };
}

/** When (ms) the end began; null before. */
let /** @type {number | null} */ endingSince = null;

/** @param {number} code */
function beginEnd(code) {
  if (endingSince !== null) return;
  endingSince = performance.now();
  void end(code);
}

function listenForSignals() {
  // The terminal has closed, and what the end prints can't be written.
  process.once('SIGHUP', () => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  });
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => {
      if (endingSince !== null && performance.now() - endingSince > SAME_SIGNAL) {
        void endChildren();
        process.exit(code);
      }
      beginEnd(code);
    });
  }
}

/** npm gives a signal to its shell, and some shells end without passing it on: then the command ends here. */
function endWithShellOfNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    beginEnd(exitCodes.SIGTERM);
  }, PARENT_CHECK);
  timer.unref();
}

/** Is set for children, which inherit what was read: a variable that the shell has emptied mustn't come back there. */
const ARE_READ = 'SWITCHYARD_ENV_FILES_READ';

/** The first definition of a variable wins, and the shell's comes before both files. */
function readEnvFiles() {
  if (process.env[ARE_READ] === root) return;
  for (const file of ['.env.local', '.env']) if (fs.existsSync(file)) process.loadEnvFile(file);
  process.env[ARE_READ] = root;
}

/** For packages too an empty variable counts as unset: Anthropic's refuses to load while its own is empty. */
function unsetEmptyVariables() {
  for (const [name, value] of Object.entries(process.env)) if (value === '') delete process.env[name];
}

/**
 * Runs a command from the project folder, with `.env.local` and `.env` read. A `Stop` is printed as its sentence, any
 * other error with its stack; both exit with 1. Wrong arguments are printed with the usage and exit with 2. A signal
 * ends the command by an exit, so that its listeners run, for example to remove temporary files. It leaves no child
 * behind.
 *
 * @param {() => Promise<void>} command
 */
export async function runCommand(command) {
  process.chdir(root);
  listenForSignals();
  endWithShellOfNpm();
  try {
    readEnvFiles();
    unsetEmptyVariables();
    await command();
  } catch (error) {
    await endChildren();
    const failure = loadFailure(error);
    if (failure) console.error(failure);
    else if (error instanceof Stop) {
      if (error.output) console.error(`${error.output}\n`);
      console.error(styleText('red', error.message, { stream: process.stderr }));
      if (error instanceof WrongArguments) console.error(error.usage);
    } else console.error(error);
    process.exit(error instanceof WrongArguments ? 2 : 1);
  }
}

/**
 * The advice for a package that can't be loaded.
 * @param {unknown} error
 * @returns {string | undefined} undefined for any other error
 */
function loadFailure(error) {
  const { code, message = '' } = /** @type {NodeJS.ErrnoException} */ (error) ?? {};
  const missing = /^Cannot find package '([^']+)'/.exec(message)?.[1];
  if (code === 'ERR_MODULE_NOT_FOUND' && missing)
    return `The package ${missing} isn't installed. Run npm ci --omit=dev in ${root} to serve, or npm ci to build.`;
  if (code === 'ERR_DLOPEN_FAILED')
    return `A package was installed for another Node or another machine than Node ${process.versions.node} on ${process.platform}-${process.arch}. Run npm ci again here, with this Node. (${message.split('\n')[0]})`;
  return undefined;
}
