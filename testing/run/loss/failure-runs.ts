// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { runChild } from '@/scripts/console/child.mjs';
import { say } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { startTestServer } from '@/testing/run/test-server';
import { linkedRun } from './linked-run';
import { probingClient } from './probing-client';

/** @typedef {ReturnType<typeof import('./findings').findings>} Findings */
/** @typedef {{ env: Record<string, string>, folder: string, file: string, found: Findings }} Run */

const serve = /** @type {const} */ ([process.execPath, 'scripts/serve.mjs']);
/** Root may write whatever its mode says. */
const asNobody = /** @type {const} */ (['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']);

/**
 * Lets the database of a running server fail, and mends it: each time the server says so, changes nothing, answers
 * what it can, and works again by itself, or at the least after a restart.
 *
 * @param {Record<string, string>} env of a database with demo data that nobody has open; it is copied
 * @param {Findings} found
 */
export async function failureRuns(env, found) {
  const original = String(env.DATABASE_URL).replace(/^file:/, '');
  const run = (/** @type {string} */ name) => {
    const folder = path.join(path.dirname(original), name);
    fs.mkdirSync(folder);
    const file = path.join(folder, 'site.db');
    fs.copyFileSync(original, file);
    return { env: { ...env, DATABASE_URL: `file:${file}` }, folder, file, found };
  };
  await lockedThenMoved(run('locked'));
  await fullDisk(run('full'));
  await readOnly(run('read-only'));
  await startOnDamaged(run('damaged'));
  await linkedRun(run('linked'));
}

/** Prints, as Next does where it warns, once the process is asked to. */
const printer = `process.on('SIGUSR2', () => console.warn('A warning of another module'))`;

/** @param {Run} run */
async function lockedThenMoved({ env, file, found }) {
  const options = `--import=data:text/javascript,${encodeURIComponent(printer)}`;
  const server = await startTestServer({ ...env, NODE_OPTIONS: options });
  try {
    const client = await probingClient(env, found);
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    await client.expectRefusals('locked', 10);
    other.exec('ROLLBACK');
    other.close();
    await client.expectWrites('locked');
    fs.renameSync(file, `${file}.away`);
    await client.expectRefusals('moved away', 2);
    fs.renameSync(`${file}.away`, file);
    await client.expectWrites('moved away');
    process.kill(server.pid, 'SIGUSR2');
    // Answered once the signal has been: Node handles signals before it reads what arrived after them.
    await client.expectWrites('asked to print');
  } finally {
    await server.kill();
  }
  expectLogOfLines(server.output(), found);
}

/** @param {string} output of a server in which another module printed a sentence @param {Findings} found */
function expectLogOfLines(output, found) {
  const lines = (output.split(/is running at .*\n/)[1] ?? '').trim().split('\n');
  const others = lines.filter((line) => !line.startsWith('{"level":"'));
  found.expect('what a running server prints is its log', others.length === 0, others);
  const printed = lines.filter((line) => line.includes('A warning of another module'));
  found.expect('what other modules print is a line of it', printed.length === 1, lines);
}

/** On a file system of its own, which a user without privileges can have in a namespace. @param {Run} run */
async function fullDisk({ env, folder, found }) {
  const { code } = await runChild('unshare', ['-rm', 'true']);
  if (code !== 0)
    return say('loss', 'the full disk is not tried: this machine gives no namespaces (unshare -rm)');
  const script = `cp "$1"/site.db "$1"/../full.db && mount -t tmpfs -o size=64m tmpfs "$1" && mv "$1"/../full.db "$1"/site.db && shift && exec "$@"`;
  const server = await startTestServer(env, ['unshare', '-rm', 'sh', '-c', script, 'sh', folder, ...serve]);
  const filler = `/proc/${server.pid}/root${folder}/filler`;
  try {
    const client = await probingClient(env, found);
    fill(filler);
    await client.expectRefusals('full', 2);
    fs.rmSync(filler);
    await client.expectWrites('full');
  } finally {
    await server.kill();
  }
}

/** @param {string} file takes all that is left on its disk */
function fill(file) {
  const handle = fs.openSync(file, 'w');
  try {
    for (const size of [1 << 20, 4096]) {
      try {
        for (;;) fs.writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** The rights change between the start and the first call, which opens the database. @param {Run} run */
async function readOnly({ env, folder, file, found }) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const place of [folder, file]) fs.chownSync(place, 65_534, 65_534);
  if (isRoot)
    for (const place of [path.dirname(folder), path.dirname(path.dirname(folder))])
      fs.chmodSync(place, 0o755);
  /** @type {[string, ...string[]]} */
  const command = isRoot ? [...asNobody, ...serve] : [...serve];
  const server = await startTestServer(env, command);
  try {
    fs.chmodSync(file, 0o444);
    await (await probingClient(env, found, { signedIn: false })).expectRefusedSignIn('read-only');
  } finally {
    await server.kill();
  }
  await expectNoStart({
    env,
    found,
    command,
    sentence: /site\.db cannot be written\. Give this user the right/,
  });
  // SQLite makes both with the rights of the database; a process that has met them so keeps them so.
  for (const suffix of ['', '-wal', '-shm'])
    if (fs.existsSync(file + suffix)) fs.chmodSync(file + suffix, 0o644);
  const restarted = await startTestServer(env, command);
  try {
    await (await probingClient(env, found)).expectWrites('read-only');
  } finally {
    await restarted.kill();
  }
}

/** @param {Run} run */
async function startOnDamaged({ env, file, found }) {
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(4_096, 0xaa), 0, 4_096, 0);
  fs.closeSync(handle);
  await expectNoStart({ env, found, command: [...serve], sentence: /site\.db is not a SQLite database/ });
}

/** @param {Pick<Run, 'env' | 'found'> & { command: [string, ...string[]], sentence: RegExp }} options */
async function expectNoStart({ env, found, command, sentence }) {
  try {
    const server = await startTestServer(env, command);
    await server.kill();
    found.expect(`there is no start where it must say ${sentence}`, false);
  } catch (error) {
    const said = error instanceof Stop ? error.output : String(error);
    found.expect(`the start says ${sentence}`, sentence.test(said), said);
  }
}
