import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { runChild } from '@/scripts/console/child.mjs';
import { say } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { runDirectory } from '@/scripts/project.mjs';
import { type CommandLine, serve, startProductionServer } from '@/testing/run/server-process';
import type { Findings } from './findings';
import { probingClient } from './probing-client';

/** One failure, with a copy of the database in a folder of its own. */
interface FailureRun {
  /** The variables of the server. */
  env: Record<string, string>;
  folder: string;
  file: string;
  found: Findings;
}

/** Root may write any file, whatever its mode. */
const asNobody: CommandLine = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/**
 * Lets the database of a running server fail, and repairs it. Each time the server must say so, change nothing, serve
 * what it can, and work again by itself, or at the least after a restart.
 *
 * @param env of a database with demo data that no process has open; it is copied
 */
export async function failureRuns(env: Record<string, string>, found: Findings): Promise<void> {
  const original = String(env.DATABASE_URL).replace(/^file:/, '');
  const run = (name: string): FailureRun => {
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
  await linked(run('linked'));
}

/** Prints on a signal, as Next does when it warns. */
const printer = `process.on('SIGUSR2', () => console.warn('A warning of another module'))`;

async function lockedThenMoved({ env, file, found }: FailureRun): Promise<void> {
  const options = `--import=data:text/javascript,${encodeURIComponent(printer)}`;
  const server = await startProductionServer({ ...env, NODE_OPTIONS: options });
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
    // The signal comes first: Node handles signals before it reads what arrived after them.
    await client.expectWrites('asked to print');
  } finally {
    await server.kill();
  }
  expectLogOfLines(server.output(), found);
}

/** @param output of a server in which another module printed a sentence */
function expectLogOfLines(output: string, found: Findings): void {
  const lines = (output.split(/is running at .*\n/)[1] ?? '').trim().split('\n');
  const others = lines.filter((line) => !line.startsWith('{"level":"'));
  found.expect('what a running server prints is its log', others.length === 0, others);
  const printed = lines.filter((line) => line.includes('A warning of another module'));
  found.expect('what other modules print is a line of it', printed.length === 1, lines);
}

/** The space of a disk next to its database, before it is filled. */
const SPARE_BYTES = 32 << 20;

/** On a file system of its own, which a user without privileges can have in a namespace. */
async function fullDisk({ env, folder, file, found }: FailureRun): Promise<void> {
  const { code } = await runChild('unshare', ['-rm', 'true']);
  if (code !== 0)
    return say('loss', 'the full disk is not tried: this machine gives no namespaces (unshare -rm)');
  const size = fs.statSync(file).size + SPARE_BYTES;
  const script = `cp "$1"/site.db "$1"/../full.db && mount -t tmpfs -o size=${size} tmpfs "$1" && mv "$1"/../full.db "$1"/site.db && shift && exec "$@"`;
  const server = await startProductionServer(env, [
    'unshare',
    '-rm',
    'sh',
    '-c',
    script,
    'sh',
    folder,
    ...serve,
  ]);
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

/** Makes a file that takes all free space of its disk. */
function fill(file: string): void {
  const handle = fs.openSync(file, 'w');
  try {
    for (const size of [1 << 20, 4096]) {
      try {
        for (;;) fs.writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * The mode changes after the start, which has opened the database: that server keeps running, and the next one can't
 * start.
 */
async function readOnly({ env, folder, file, found }: FailureRun): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const place of [folder, file]) fs.chownSync(place, 65_534, 65_534);
  if (isRoot)
    for (const place of [path.dirname(folder), path.dirname(path.dirname(folder))])
      fs.chmodSync(place, 0o755);
  const command: CommandLine = isRoot ? [...asNobody, ...serve] : serve;
  const server = await startProductionServer(env, command);
  try {
    fs.chmodSync(file, 0o444);
    await (await probingClient(env, found)).expectWrites('made read-only under an open connection');
  } finally {
    await server.kill();
  }
  const sentence = /site\.db can't be written\. Give this user the right/;
  await expectNoStart({ env, found, command, sentence });
  // SQLite makes the other two with the mode of the database; a process that opened them read-only stays so.
  for (const suffix of ['', '-wal', '-shm'])
    if (fs.existsSync(file + suffix)) fs.chmodSync(file + suffix, 0o644);
  const restarted = await startProductionServer(env, command);
  try {
    await (await probingClient(env, found)).expectWrites('read-only');
  } finally {
    await restarted.kill();
  }
}

async function startOnDamaged({ env, file, found }: FailureRun): Promise<void> {
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(4_096, 0xaa), 0, 4_096, 0);
  fs.closeSync(handle);
  await expectNoStart({ env, found, command: serve, sentence: /site\.db isn't a SQLite database/ });
}

interface RefusedStart extends Pick<FailureRun, 'env' | 'found'> {
  command: CommandLine;
  sentence: RegExp;
}

async function expectNoStart({ env, found, command, sentence }: RefusedStart): Promise<void> {
  try {
    const server = await startProductionServer(env, command);
    await server.kill();
    found.expect(`there is no start where it must say ${sentence}`, false);
  } catch (error) {
    const said = error instanceof Stop ? error.output : String(error);
    found.expect(`the start says ${sentence}`, sentence.test(said), said);
  }
}

/**
 * Serves a database through a link, and tries to restore it by its real path. It tries it as its own checkout would,
 * and as another checkout, which doesn't know of the server.
 */
async function linked({ env, folder, file, found }: FailureRun): Promise<void> {
  const link = path.join(folder, 'link.db');
  const backup = path.join(folder, 'backup.db');
  fs.copyFileSync(file, backup);
  fs.symlinkSync(file, link);
  const restore = () => runChild(process.execPath, ['scripts/run.mjs', 'restore', backup], { env });
  const server = await startProductionServer({ ...env, DATABASE_URL: `file:${link}` });
  try {
    const known = await restore();
    found.expect(
      'linked: a restore knows the server by its record',
      known.code === 1 && known.output.includes(`process ${server.pid}`),
      known.output,
    );
    fs.rmSync(path.join(runDirectory, `server-${server.pid}.json`));
    const unknown = await restore();
    found.expect(
      'linked: a restore of another checkout meets an idle server',
      unknown.code === 1 && unknown.output.includes(`is being served by process ${server.pid}`),
      unknown.output,
    );
    await (await probingClient(env, found)).expectWrites('linked');
  } finally {
    await server.stop();
  }
  found.expect(
    'linked: a server that has ended leaves the database in one file',
    !fs.existsSync(`${file}-wal`),
  );
  const { code, output } = await restore();
  found.expect('linked: the database can be restored then', code === 0, output);
  found.expect('linked: the link stays', fs.lstatSync(link).isSymbolicLink());
}
