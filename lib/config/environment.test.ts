import { describe, expect, test } from 'vitest';
import { isExposed, readEnvironment, variables } from './environment';

describe('readEnvironment', () => {
  test('gives every default, frozen, when nothing is set', () => {
    const environment = readEnvironment({});
    expect(environment).toEqual({
      callbacksAllowPrivate: false,
      secretsKey: '',
      port: 3000,
      host: '127.0.0.1',
      databaseReaders: 8,
      databaseUrl: 'file:./data/switchyard.db',
      databaseWriters: 4,
      publicUrl: 'http://localhost:3000',
      demoData: true,
      runJobs: true,
      modelsFile: '',
      trustProxy: [],
      callsPerClient: 3000,
      callsPerAccount: 6000,
      healthPort: null,
      metricsToken: '',
      otlpEndpoint: '',
      otlpTracesEndpoint: '',
      otlpHeaders: {},
      otelServiceName: '',
      otelResourceAttributes: {},
      emailjsPublicKey: '',
      emailjsServiceId: '',
      emailjsWaitlistTemplate: '',
      emailjsContactTemplate: '',
      openaiApiKey: '',
      openaiBaseUrl: 'https://api.openai.com/v1',
      anthropicApiKey: '',
      anthropicBaseUrl: 'https://api.anthropic.com/v1',
      geminiApiKey: '',
      geminiBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      compatibleApiKey: '',
      compatibleBaseUrl: '',
      logLevel: 'info',
      verbose: false,
      skipBackup: false,
      chromiumPath: '',
    });
    expect(Object.isFrozen(environment)).toBe(true);
  });

  test('an empty variable counts as unset', () => {
    expect(readEnvironment({ PORT: '5000', PUBLIC_URL: ' ', HOST: '' })).toMatchObject({
      port: 5000,
      publicUrl: 'http://localhost:3000',
      host: '127.0.0.1',
    });
  });

  test.each(Object.values(variables))('$name takes its own example', ({ example, type }) => {
    expect(type.safeParse(example).success).toBe(true);
  });

  const emailjs = {
    EMAILJS_PUBLIC_KEY: 'key',
    EMAILJS_SERVICE_ID: 'service',
    EMAILJS_WAITLIST_TEMPLATE: 'waitlist',
    EMAILJS_CONTACT_TEMPLATE: 'contact',
  };

  test('takes the four EMAILJS_ variables together', () => {
    expect(readEnvironment(emailjs)).toMatchObject({
      emailjsPublicKey: 'key',
      emailjsServiceId: 'service',
      emailjsWaitlistTemplate: 'waitlist',
      emailjsContactTemplate: 'contact',
    });
  });

  test('one error names every EMAILJS_ variable that is missing while others are set', () => {
    expect(() =>
      readEnvironment({ ...emailjs, EMAILJS_PUBLIC_KEY: '', EMAILJS_CONTACT_TEMPLATE: ' ' }),
    ).toThrow(
      [
        'The configuration is wrong:',
        '  EMAILJS_PUBLIC_KEY must be set, because another EMAILJS_ variable is.',
        '  EMAILJS_CONTACT_TEMPLATE must be set, because another EMAILJS_ variable is.',
        'See .env.example.',
      ].join('\n'),
    );
  });

  test.each(['a b', '<script>', "'", 'x'.repeat(101)])('an EMAILJS_ variable refuses %s', (id) => {
    expect(() => readEnvironment({ ...emailjs, EMAILJS_SERVICE_ID: id })).toThrow(
      'EMAILJS_SERVICE_ID must be at most',
    );
  });

  test.each([
    ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    ['GEMINI_API_KEY', 'GEMINI_BASE_URL'],
    ['OPENAI_COMPATIBLE_BASE_URL', 'OPENAI_COMPATIBLE_API_KEY'],
  ])('%s must be set if %s is', (needed, given) => {
    const value = given.endsWith('URL') ? 'https://proxy.example/v1' : 'key';
    expect(() => readEnvironment({ [given]: value })).toThrow(
      `  ${needed} must be set, because ${given} is.`,
    );
    const both = { [given]: value, [needed]: needed.endsWith('URL') ? 'http://127.0.0.1:1/v1/' : 'key' };
    expect(() => readEnvironment(both)).not.toThrow();
  });

  test.each([
    'ftp://a',
    'a.example',
    'https://user:secret@a.example',
    'https://a.example?key=1',
    'https://a#b',
  ])("a provider's address refuses %s, without showing it", (address) => {
    const read = () => readEnvironment({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: address });
    expect(read).toThrow('OPENAI_BASE_URL must be an address');
    expect(read).not.toThrow(address);
  });

  test("a provider's key has no spaces", () => {
    expect(() => readEnvironment({ GEMINI_API_KEY: 'a b' })).toThrow('GEMINI_API_KEY must be up to');
  });

  test.each([
    'https://a.example"onload="',
    "http://a'b",
    'http://a&b',
    'http://a$&b',
    'http://a<b',
    'http://a`b',
  ])('PUBLIC_URL refuses %s, which a page would have to escape', (url) => {
    expect(() => readEnvironment({ PUBLIC_URL: url })).toThrow('PUBLIC_URL must be an origin');
  });

  test.each(['http://localhost:3000', 'https://xn--caf-dma.example', 'http://[2001:db8::1]:8080'])(
    'PUBLIC_URL takes %s',
    (url) => {
      expect(readEnvironment({ PUBLIC_URL: `${url}/` }).publicUrl).toBe(url);
    },
  );

  test('one error names every wrong variable and what it must be, not what it is', () => {
    const wrong = {
      PORT: '70000',
      DEMO_DATA: 'yes',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'https://a.example/path',
    };
    expect(() => readEnvironment(wrong)).toThrow(
      [
        'The configuration is wrong:',
        '  PORT must be a whole number from 1 to 65535.',
        '  PUBLIC_URL must be an origin: http:// or https://, a host, perhaps a port, and no path.',
        '  DEMO_DATA must be on or off.',
        '  LOG_LEVEL must be debug, info, warn, error or silent.',
        'See .env.example.',
      ].join('\n'),
    );
  });

  test('RUN_JOBS can be off on PostgreSQL only', () => {
    expect(
      readEnvironment({ RUN_JOBS: 'off', DATABASE_URL: 'postgresql://u:p@localhost/switchyard' }).runJobs,
    ).toBe(false);
    expect(() => readEnvironment({ RUN_JOBS: 'off' })).toThrow('RUN_JOBS can be off on PostgreSQL only');
  });

  test('a variable that is gone stops the start with what takes its place', () => {
    expect(() => readEnvironment({ RATE_LIMIT_STORE: 'file:./limits.db' })).toThrow(
      '\n  RATE_LIMIT_STORE is gone. Remove it: processes on one PostgreSQL database count together.\n',
    );
    expect(() => readEnvironment({ RATE_LIMIT_STORE: ' ' })).not.toThrow();
  });

  test.each([
    'postgresql://switchyard:secret@127.0.0.1:5432/switchyard',
    'postgres://ada@db.example/site?sslmode=require',
  ])('DATABASE_URL takes %s', (url) => {
    expect(readEnvironment({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test.each([
    'postgresql://127.0.0.1',
    'postgresql://127.0.0.1/',
    'postgresql:///site',
    'postgresql://ada@db/one/two',
    'postgresql://db:port/site',
    'postgresql://ada@db/site?schema=public',
    'postgresql://ada@db/site?sslmode=strict',
  ])('DATABASE_URL refuses %s', (url) => {
    expect(() => readEnvironment({ DATABASE_URL: url })).toThrow('DATABASE_URL must be file:');
  });

  test("OpenTelemetry's lists are read with their percent-encoding", () => {
    const lists = {
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-scope = one%2Ctwo,',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
    };
    expect(readEnvironment(lists)).toMatchObject({
      otlpHeaders: { Authorization: 'Bearer a=b', 'x-scope': 'one,two' },
      otelResourceAttributes: { 'deployment.environment.name': 'production' },
    });
  });

  test.each(['token', '=x', 'a b=x', 'a=%', 'a=x%0d%0aHost: y', 'a=', 'a=caf%C3%A9'])(
    "OTEL_EXPORTER_OTLP_HEADERS refuses %s, and doesn't repeat it",
    (list) => {
      const wrong = { OTEL_EXPORTER_OTLP_HEADERS: list };
      expect(() => readEnvironment(wrong)).toThrow(
        '\n  OTEL_EXPORTER_OTLP_HEADERS must be a comma-separated list of name=value, whose values are ASCII in percent-encoding.\n',
      );
    },
  );

  test.each(['http://127.0.0.1:4318', 'https://otel.example/intake/'])(
    'OTEL_EXPORTER_OTLP_ENDPOINT takes %s',
    (url) => {
      expect(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: url }).otlpEndpoint).toBe(url.replace(/\/$/, ''));
    },
  );

  test.each(['127.0.0.1:4318', 'grpc://127.0.0.1:4317', 'https://ada:secret@otel.example', 'on'])(
    'the addresses of a collector refuse %s',
    (url) => {
      for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
        expect(() => readEnvironment({ [name]: url })).toThrow(`${name} must be an address`);
    },
  );

  test.each(['0', '-1', '3000.5', '1e3', '65536', 'http'])('PORT refuses %s', (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow('PORT must be');
  });

  test.each([
    'file:',
    'file:./data/',
    'file::memory:',
    'file:./a.db?x=1',
    'file:~/a.db',
    'file://localhost/a.db',
  ])('DATABASE_URL refuses %s', (url) => {
    expect(() => readEnvironment({ DATABASE_URL: url })).toThrow('DATABASE_URL must be');
  });

  test.each(['10.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback, 10.0.0.1'])('TRUST_PROXY takes %s', (list) => {
    expect(readEnvironment({ TRUST_PROXY: list }).trustProxy).toEqual(list.split(', '));
  });

  test.each(['true', '1', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/255.0.255.0', 'loopback,,'])(
    'TRUST_PROXY refuses %s',
    (list) => {
      expect(() => readEnvironment({ TRUST_PROXY: list })).toThrow('TRUST_PROXY must be');
    },
  );
});

test.each([
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['::1', false],
  ['localhost', false],
  ['0.0.0.0', true],
  ['::', true],
  ['127.evil.example', true],
])('a server that listens on %s is exposed: %s', (host, expected) => {
  expect(isExposed({ host, trustProxy: [] })).toBe(expected);
});

test('a server behind a proxy is exposed', () => {
  expect(isExposed({ host: '127.0.0.1', trustProxy: ['loopback'] })).toBe(true);
});
