import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '@/scripts/setup/running-process.mjs';
import { openLogger } from './open-logger';

/** @returns the logged form of a thrown value */
function logged(thrown: unknown) {
  const lines: string[] = [];
  openLogger('debug', { write: (line) => lines.push(line) }).error({ err: thrown }, 'of the test');
  expect(lines).toHaveLength(1);
  return (JSON.parse(lines.join()) as { err: unknown }).err;
}

const withField = (field: string, descriptor: PropertyDescriptor) =>
  Object.defineProperty(new Error('reported'), field, descriptor);
const throwing = {
  get: () => {
    throw new Error('unreadable');
  },
};

test.each([
  ['no object', 'a word', 'a word'],
  ['nothing', null, 'null'],
  ['an object without a prototype', Object.create(null), '(object without words)'],
  [
    'a proxy that refuses',
    new Proxy({}, { getPrototypeOf: throwing.get, get: throwing.get }),
    '(object without words)',
  ],
])('%s that was thrown has a line', (_, thrown, words) => {
  expect(logged(thrown)).toBe(words);
});

test.each([
  ['message', { value: { email: 'ada' } }],
  ['message', { value: undefined }],
  ['stack', { value: 7 }],
  ['message', throwing],
  ['stack', throwing],
  ['cause', throwing],
  ['errors', throwing],
  ['constructor', throwing],
])('an error whose %s is none has a line', (field, descriptor) => {
  expect(logged(withField(field, descriptor))).toMatchObject({ type: 'Error' });
  expect(JSON.stringify(logged(withField(field, descriptor)))).not.toMatch(/ada|unreadable/);
});

test('an error is logged with its causes, even if they are circular', () => {
  const inner = new Error('inner');
  const outer = new TypeError('outer', { cause: inner });
  inner.cause = outer;
  expect(logged(outer)).toEqual({
    type: 'TypeError',
    message: 'outer: inner',
    stack: expect.stringMatching(/^TypeError: outer\n.*\ncaused by: Error: inner\n/s),
  });
});

test('an error that gathers others is logged with some of them, without what those gather', () => {
  const refused = Object.assign(new Error('refused for ada@x.test'), {
    code: 'ECONNREFUSED',
    address: '::1',
  });
  const nested = new AggregateError([new Error('too deep')], 'nested');
  const many = new AggregateError([refused, nested, 'a word', 1, 2, 3, 4], 'all failed');
  const expected = {
    errors: [
      { type: 'Error', message: 'refused for …', stack: expect.any(String), code: 'ECONNREFUSED' },
      { type: 'AggregateError', message: 'nested', stack: expect.any(String) },
      'a word',
      '1',
      '2',
    ],
    moreErrors: 2,
  };
  expect(logged(many)).toEqual({
    type: 'AggregateError',
    message: 'all failed',
    stack: expect.any(String),
    ...expected,
  });
  expect(logged(new TypeError('fetch failed', { cause: many }))).toMatchObject(expected);
});

test('a process whose terminal is closed writes what it can, and ends', async () => {
  const place = fs.mkdtempSync(path.join(tmpdir(), 'switchyard-terminal-'));
  const [program, pid] = [path.join(place, 'program.mts'), path.join(place, 'pid')];
  const module = JSON.stringify(new URL('./open-logger.ts', import.meta.url).href);
  fs.writeFileSync(
    program,
    `import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
    import { openLogger } from ${module};
    const logger = openLogger('info');
    process.on('SIGHUP', () => {
      for (let line = 0; line < 100; line += 1) logger.info('Ended');
      process.exit(0);
    });
    fs.writeFileSync(${JSON.stringify(pid)}, String(process.pid));
    setInterval(() => {}, 1000);`,
  );
  const command = `${process.execPath} --import tsx ${program}`;
  const terminal = spawn('script', ['-qfc', command, '/dev/null'], { stdio: 'ignore' });
  const own = () => Number(fs.existsSync(pid) && fs.readFileSync(pid, 'utf8'));
  await expect.poll(own, { timeout: 60_000 }).toBeGreaterThan(0);
  terminal.kill('SIGKILL');
  await expect.poll(() => isRunning(own()), { timeout: 10_000 }).toBe(false);
  fs.rmSync(place, { recursive: true });
});
