import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onPath } from '@/testing/run/installed-programs';
import { readDockerfile } from './image';
import type { ServedCopy } from './served-copy';

/**
 * The programs that a command of the guide may start. Any other program isn't found, so that none is added without a
 * test.
 */
const programs = ['npm', 'curl', 'mkdir', 'bash', 'sh', 'env', 'cat', 'grep', 'date'];
/** How long (ms) a server may take to start or to end. */
const LONGEST = 60_000;

interface Run {
  code: number | null;
  out: string;
}

/** Replaces Docker: runs the command of a container in the copy, with the variables of the image. */
const docker = (command: string[], variables: Record<string, string>) => `#!/bin/bash
[ "$1" = build ] && exit
${Object.entries(variables)
  .map(([name, value]) => `export ${name}='${value}'`)
  .join('\n')}
while [ $# -gt 0 ]; do
  argument=$1; shift
  case $argument in
    -e) export "$1"; shift ;;
    switchyard | CONTAINER | server-1) break ;;
  esac
done
[ $# -gt 0 ] || set -- ${command.join(' ')}
exec "$@"
`;

/**
 * A shell that runs lines of the guide in a copy that it can't write, as another user, without HOME, with umask 077.
 * Exported variables stay.
 *
 * @param variables of the shell
 * @param more programs that lines may start, with their paths
 */
export function guideShell(
  { folder, site, uid }: ServedCopy,
  variables: Record<string, string>,
  more: Record<string, string> = {},
) {
  const bin = fs.mkdtempSync(path.join(folder, 'bin-'));
  fs.chmodSync(bin, 0o755);
  const found = programs.map((name) => [name, onPath([name])] as const);
  const links = { ...Object.fromEntries(found), node: process.execPath, ...more };
  for (const [name, target] of Object.entries(links))
    if (target) fs.symlinkSync(target, path.join(bin, name));
  const { command, variables: ofImage } = readDockerfile();
  const inImage = { ...ofImage, ...variables };
  if (!variables.DATABASE_URL) inImage.DATABASE_URL = `file:${folder}/data/switchyard.db`;
  fs.writeFileSync(path.join(bin, 'docker'), docker(command, inImage), { mode: 0o755 });
  let exports = '';
  const running = new Set<ChildProcess>();

  function start(text: string) {
    const child = spawn(path.join(bin, 'bash'), ['-uc', `umask 077\n${exports}${text}`], {
      cwd: site,
      env: { ...variables, PATH: bin, NODE_ENV: 'production' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid && { uid, gid: uid }),
    });
    running.add(child);
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        out += chunk;
      });
    const ended = once(child, 'close').then(([code]): Run => {
      running.delete(child);
      return { code, out };
    });
    return { child, ended, output: () => out };
  }

  const close = () => {
    for (const { pid } of running) process.kill(-Number(pid), 'SIGKILL');
  };
  process.once('exit', close);

  return {
    /** Ends what still runs, after a test has failed. */
    close,
    /** Runs a line to its end. */
    async run(text: string): Promise<Run> {
      const result = await start(text).ended;
      if (/^export /.test(text) && result.code === 0) exports += `${text}\n`;
      return result;
    },
    /** Starts a line that serves. @returns ends it with a signal, and resolves to its end */
    async serve(text: string) {
      const { child, ended, output } = start(text);
      const isOver = ended.then(() => true);
      const until = performance.now() + LONGEST;
      while (!/is running (at|jobs)/.test(output()) && performance.now() < until)
        if (await Promise.race([isOver, delay(50, false)])) throw new Error(`${text}\n${output()}`);
      return async (signal: NodeJS.Signals): Promise<Run> => {
        // npm and its shell pass the signal on; the group gets it, as from a terminal.
        process.kill(-Number(child.pid), signal);
        return ended;
      };
    },
  };
}
