import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { root } from '@/scripts/project.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Never ends by itself; writes one file once it runs, and another at its end, which hangs for HANGS_FOR (ms). */
const program = `
  import fs from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  import { endWith, runCommand } from '${root}/scripts/console/command.mjs';
  const note = (name) => fs.writeFileSync(process.env.FOLDER + '/' + name, String(process.pid));
  endWith(async () => {
    // The whole process, as on a busy machine: a late look at the parent mustn't count as a second signal.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.HANGS_FOR));
    await delay(100);
    note('ended');
    return 0;
  });
  await runCommand(() => {
    note('running');
    return new Promise(() => setInterval(() => {}, 1_000));
  });
`;

test.each([
  ['which alone gets the signal', 0, (shell: number) => process.kill(shell, 'SIGTERM')],
  [
    'and the command hangs for a second at its end',
    1_000,
    (shell: number) => process.kill(-shell, 'SIGTERM'),
  ],
])(
  'a command that npm started ends in good order when the shell in between has ended, %s',
  async (_, hangsFor, signal) => {
    const shell = spawn('sh', ['-c', 'node --input-type=module -e "$PROGRAM"; true'], {
      env: {
        ...process.env,
        FOLDER: folder,
        PROGRAM: program,
        HANGS_FOR: String(hangsFor),
        npm_lifecycle_event: 'start',
      },
      detached: true,
    });
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'running'))).toBe(true), 10_000);
    signal(Number(shell.pid));
    await once(shell, 'exit');
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'ended'))).toBe(true), 10_000);
    const pid = Number(readFileSync(path.join(folder, 'running'), 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000);
  },
);

test("a variable that the shell has emptied is unset, in a command's commands too, whatever .env says", () => {
  cpSync(path.join(root, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  writeFileSync(path.join(folder, '.env'), 'EMPTIED=file\nFROM_FILE=file\nFROM_SHELL=file\n');
  writeFileSync(
    path.join(folder, 'program.mjs'),
    `import { execFileSync } from 'node:child_process';
    import { runCommand } from './scripts/console/command.mjs';
    await runCommand(async () => {
      const { EMPTIED, FROM_FILE, FROM_SHELL } = process.env;
      console.log(JSON.stringify({ EMPTIED, FROM_FILE, FROM_SHELL }));
      if (!process.argv[2]) execFileSync(process.execPath, ['program.mjs', 'child'], { stdio: 'inherit' });
    });`,
  );
  const printed = execFileSync(process.execPath, [path.join(folder, 'program.mjs')], {
    env: { ...process.env, EMPTIED: '', FROM_SHELL: 'shell' },
    encoding: 'utf8',
  });
  const line = '{"FROM_FILE":"file","FROM_SHELL":"shell"}\n';
  expect(printed).toBe(line + line);
});

test('a package that is missing, or is for another Node, is named in a sentence with what to run', () => {
  const run = (error: string) => {
    const script = `import { runCommand } from '${root}/scripts/console/command.mjs';
      await runCommand(async () => { ${error} });`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  };
  writeFileSync(path.join(folder, 'addon.node'), 'not a library');
  expect(run("await import('no-such-package');")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The package no-such-package isn't installed\. Run npm ci /),
  });
  expect(run(`process.dlopen({ exports: {} }, '${folder}/addon.node');`)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^A package was installed for another Node or another machine than Node /),
  });
});

test('an end that fails prints its error, and the exit code is 1', () => {
  const script = `import { endWith, runCommand } from '${root}/scripts/console/command.mjs';
    endWith(async () => { throw new Error('The database is gone.'); });
    await runCommand(async () => {
      setTimeout(() => process.kill(process.pid, 'SIGTERM'));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    });`;
  expect(
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ).toMatchObject({ status: 1, stderr: expect.stringContaining('The database is gone.') });
});
