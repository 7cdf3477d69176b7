import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';

/** A folder with a copy of Node and a fake npm: the real npm may be next to the real Node. */
let tools: string;
let project: string;
const at = (place: string) => path.join(project, place);
const write = (place: string, text: string, mode = 0o644) => {
  mkdirSync(path.dirname(at(place)), { recursive: true });
  writeFileSync(at(place), text, { mode });
};

const lock = { packages: { 'node_modules/alpha': { version: '1.0.0' } } };

/** The file that npm leaves behind. */
const installed = () => write('node_modules/.package-lock.json', JSON.stringify(lock));

const npm = `#!/usr/bin/env node
const fs = require('node:fs');
fs.mkdirSync('node_modules', { recursive: true });
fs.writeFileSync('npm-ran', '');
`;

beforeAll(() => {
  tools = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchyard-node-')));
  copyFileSync(process.execPath, path.join(tools, 'node'));
  writeFileSync(path.join(tools, 'npm'), npm, { mode: 0o755 });
});
afterAll(() => rmSync(tools, { recursive: true }));

// A project folder without packages, where another Node is the first on the PATH.
beforeEach(() => {
  project = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchyard-install-')));
  cpSync(path.join(root, 'scripts'), at('scripts'), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', dependencies: { alpha: '1.0.0' } }));
  write('package-lock.json', JSON.stringify(lock));
  write('bin/node', '#!/bin/sh\necho another Node >&2; exit 9\n', 0o755);
});
afterEach(() => rmSync(project, { recursive: true }));

/** @returns whether npm ran, and what was printed */
function install() {
  rmSync(at('npm-ran'), { force: true });
  const script = `import { runCommand } from './scripts/console/command.mjs';
    import { install } from './scripts/setup/install.mjs';
    await runCommand(install);`;
  const { status, stdout, stderr } = spawnSync(
    path.join(tools, 'node'),
    ['--input-type=module', '-e', script],
    {
      cwd: project,
      env: { ...process.env, VERBOSE: '', PATH: `${at('bin')}:${process.env.PATH}` },
      encoding: 'utf8',
    },
  );
  return { ran: existsSync(at('npm-ran')), code: status, text: stdout + stderr };
}

describe('the packages', () => {
  test('are installed once, on the Node that runs the command', () => {
    expect(install()).toMatchObject({ ran: true, code: 0 });
    expect(install()).toMatchObject({ ran: false, code: 0, text: expect.stringContaining('up to date') });
  });

  test('that npm ci installed by hand are taken', () => {
    installed();
    expect(install()).toMatchObject({ ran: false, code: 0 });
  });

  test('whose lock file has changed are installed again', () => {
    install();
    write('package-lock.json', JSON.stringify({ packages: {} }));
    expect(install()).toMatchObject({ ran: true, code: 0 });
    expect(install()).toMatchObject({ ran: false, code: 0 });
  });
});

test('a command that prepares nothing says what is missing', () => {
  const { status, stderr } = spawnSync(process.execPath, [at('scripts/run.mjs'), 'backup'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('The dependencies are not installed. Run npm ci --include=dev.\n');
  expect(status).toBe(1);
});

test('a command checks its arguments before it installs anything', () => {
  const run = (argument: string) =>
    spawnSync(process.execPath, [at('scripts/run.mjs'), 'db-reset', argument], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run db:reset/),
  });
  expect(run('foo')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining("Unexpected argument 'foo'."),
  });
  expect(existsSync(at('node_modules'))).toBe(false);
});
