import { describe, expect, test } from 'vitest';
import { isLoopback, readEnvironment, variables } from './environment.mjs';

describe('readEnvironment', () => {
  test('gives every default, frozen, when nothing is set', () => {
    const environment = readEnvironment({});
    expect(environment).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: 'file:./data/switchyard.db',
      publicUrl: 'http://localhost:3000',
      demoData: true,
      trustProxy: [],
      logLevel: 'info',
      verbose: false,
      chromiumPath: '',
    });
    expect(Object.isFrozen(environment)).toBe(true);
  });

  test('the public address follows the port, an empty variable counts as unset', () => {
    expect(readEnvironment({ PORT: '5000', PUBLIC_URL: ' ', HOST: '' })).toMatchObject({
      port: 5000,
      publicUrl: 'http://localhost:5000',
      host: '127.0.0.1',
    });
  });

  test.each(Object.values(variables))('$name takes its own example and its default', (variable) => {
    for (const text of [variable.example, variable.defaultText].filter(Boolean))
      expect(() => readEnvironment({ [variable.name]: text })).not.toThrow();
  });

  test('one error names every wrong variable and what it must be', () => {
    const wrong = {
      PORT: '70000',
      DEMO_DATA: 'yes',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'https://a.example/path',
    };
    expect(() => readEnvironment(wrong)).toThrow(
      [
        'The configuration is wrong:',
        '  PORT must be a whole number from 1 to 65535 (it is "70000").',
        '  PUBLIC_URL must be an origin: http:// or https://, a host, perhaps a port, and no path (it is "https://a.example/path").',
        '  DEMO_DATA must be on or off (it is "yes").',
        '  LOG_LEVEL must be debug, info, warn, error or silent (it is "loud").',
        'See .env.example.',
      ].join('\n'),
    );
  });

  test('a wrong database address, which may hold a password, is not repeated', () => {
    expect(() => readEnvironment({ DATABASE_URL: 'postgres://me:hunter2@db/x' })).toThrow(
      /DATABASE_URL must be file: and the path of a file, without parameters\.\n/,
    );
  });

  test.each(['0', '-1', '3000.5', '1e3', '65536', 'http'])('PORT refuses %s', (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow('PORT must be');
  });

  test.each(['file:', 'file:./data/', 'file::memory:', 'file:./a.db?x=1'])(
    'DATABASE_URL refuses %s',
    (url) => {
      expect(() => readEnvironment({ DATABASE_URL: url })).toThrow('DATABASE_URL must be');
    },
  );

  test.each(['10.0.0.1', '10.0.0.0/8', '10.0.0.0/255.0.0.0', 'fd00::/8', 'loopback, 10.0.0.1'])(
    'TRUST_PROXY takes %s',
    (list) => {
      expect(readEnvironment({ TRUST_PROXY: list }).trustProxy).toEqual(list.split(', '));
    },
  );

  test.each(['true', '1', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback,,'])('TRUST_PROXY refuses %s', (list) => {
    expect(() => readEnvironment({ TRUST_PROXY: list })).toThrow('TRUST_PROXY must be');
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.evil.example', false],
])('isLoopback(%s) is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
