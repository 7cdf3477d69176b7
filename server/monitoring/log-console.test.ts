import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openLogger } from '@/lib/server/logging/open-logger';
import { loggedErrors } from '@/lib/server/runtime/runtime';
import { logConsole } from './log-console';
import { logUnfinished } from './request-log';

/** @returns the lines that printing to another console leaves in the log */
async function logged(print: (target: Console) => void) {
  const lines: string[] = [];
  const target = Object.create(console) as Console;
  logConsole(openLogger('debug', { write: (line) => lines.push(line) }), target);
  print(target);
  await nextTurn();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('everything printed is one line of the log, with the level of its method', async () => {
  const lines = await logged((target) => {
    target.error('\u001b[31m\u001b[1m⨯\u001b[22m\u001b[39m The image is no image.');
    target.warn('⚠ %s is deprecated', 'minimalMode');
    target.log('two\nlines');
    target.log('');
    target.debug({ some: 'object' });
  });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'The image is no image.'],
    ['warn', 'minimalMode is deprecated'],
    ['info', 'two\nlines'],
    ['debug', "{ some: 'object' }"],
  ]);
});

test('an error is a line with its type, message, code and stack, and what was printed with it', async () => {
  const error = Object.assign(new TypeError('The chunk is gone.'), {
    code: 'ENOENT',
    meta: { email: 'a@b.test' },
  });
  const [line, ...others] = await logged((target) => target.error('⨯', 'uncaughtException: ', error));
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: 'error', msg: 'uncaughtException:' });
  expect(line?.err).toEqual({
    type: 'TypeError',
    message: 'The chunk is gone.',
    code: 'ENOENT',
    stack: expect.stringContaining('log-console.test.ts'),
  });
});

test('an error printed twice, or logged as a failed request after it was printed, has one line', async () => {
  const failed = new Error('page');
  const lines = await logged((target) => {
    target.error(failed);
    const other = new Error('start');
    target.error(other);
    target.error(other);
    loggedErrors.add(failed);
  });
  expect(lines.map(({ err }) => (err as Error).message)).toEqual(['start']);
});

test('no line has an email address, a credential or the query of an address', async () => {
  const personal =
    'sy_live_AbC-123_x sy_session_zzz for ada.l+x@mail.example.test, ada%40example.test at /blog/one?email=ada&name=Lovelace (https://x.test/?q=secret)';
  const lines = await logged((target) => {
    target.error(personal, new Error(personal));
    target.warn(personal);
  });
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toMatch(/sy_|AbC|zzz|ada|Lovelace|secret/);
  expect(JSON.stringify(lines)).toContain('/blog/one?…');
});

test('a huge message is cut, and takes no time to clean', async () => {
  const [line] = await logged((target) => target.error('a@'.repeat(1_000_000)));
  expect(String(line?.msg).length).toBeLessThanOrEqual(4_000);
});

test('an error in the place of a placeholder is named there, as by util.format', async () => {
  const lines = await logged((target) => {
    target.error('%s failed (%d%%)', new Error('The chunk'), 50);
    target.error('%s: %s', 'of two', new Error('One'), new Error('Two'));
    target.error(new Error('Three'), '%s');
  });
  expect(lines.map(({ msg, err }) => [String(msg).split('\n')[0], (err as Error).message])).toEqual([
    ['Error: The chunk failed (50%)', 'The chunk'],
    ['of two: Error: One {', 'One'],
    ['%s', 'Three'],
  ]);
  expect(lines[1]?.msg).toContain("message: 'Two'");
});

test("an error's log line contains only the error's identity, wherever it occurs", async () => {
  class Failure extends Error {
    meta = { secret: 'hunter2' };
    code = 'P2002';
    override toString = () => 'hunter2';
  }
  const one = () => new Failure('Reported');
  const rejected = Promise.reject(one());
  rejected.catch(() => {});
  const lines = await logged((target) => {
    target.error('two', one(), one());
    target.error('%s %o %j', one(), one(), { in: one() });
    target.error({ deep: [one()] }, new Map([['in', one()]]), rejected);
  });
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  for (const line of lines) expect(line.msg).toMatch(/Failure: Reported|type: 'Failure'/);
  expect(Object.getOwnPropertyNames(Error.prototype).sort()).toEqual([
    'constructor',
    'message',
    'name',
    'toString',
  ]);
});

test('an object that can’t be formatted has a line, and nothing throws', async () => {
  const wordless = {
    toString: () => {
      throw new Error('hunter2');
    },
  };
  const [line, ...others] = await logged((target) => target.error('%s', wordless));
  expect([line?.msg, others]).toEqual(['Something was printed that has no words', []]);
});

test('an error that left a request unanswered has one line, printed before or after', async () => {
  const written: string[] = [];
  const logger = openLogger('debug', { write: (line) => written.push(line) });
  const response = { getHeader: () => 'abc-12345' };
  const [before, after] = [new Error('before'), new Error('after')];
  const printed = await logged((target) => {
    target.error(before);
    logUnfinished(logger, before, response);
    logUnfinished(logger, after, response);
    target.error(after);
  });
  expect(printed).toEqual([]);
  logUnfinished(logger, before, response);
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: 'abc-12345', err: { message: 'before' }, msg: 'Request failed' },
    { err: { message: 'after' } },
  ]);
});
