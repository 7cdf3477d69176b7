import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loggedErrors } from '@/lib/server/logged-errors.mjs';
import { openLogger } from '@/lib/server/open-logger.mjs';
import { logConsole } from './log-console.mjs';

/** @returns what printing leaves in the log, and on a console that is none of ours */
async function logged(print: (target: Console) => void) {
  const lines: string[] = [];
  const target = Object.create(console) as Console;
  logConsole(openLogger('debug', { write: (line) => lines.push(line) }), target);
  print(target);
  await nextTurn();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('each thing printed is one line of the log, with the level of its method', async () => {
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

test('no line has an e-mail address, a credential or the query of an address', async () => {
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
