// @ts-check
import { isIP } from 'node:net';

/**
 * What one environment variable is: its name for people, and how its text becomes a value.
 *
 * @template T
 * @typedef {object} Variable
 * @property {string} name as the shell spells it
 * @property {string} description one sentence, printed into .env.example
 * @property {string} mustBe completes the sentence "NAME must be …"
 * @property {string} example a legal value other than the default
 * @property {string} defaultText the default as .env.example shows it
 * @property {(text: string) => T | undefined} parse from trimmed, non-empty text; undefined when it is wrong
 * @property {(known: { port: number }) => T} fallback the value when the variable is unset or empty
 * @property {boolean} [secret] true when messages must never repeat the value
 */

/**
 * @template T
 * @param {Variable<T>} variable
 */
const variable = (variable) => variable;

/** @param {string} text */
const parsePort = (text) =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

/** @param {string} text */
const parseHost = (text) =>
  isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined;

/** @param {string} text */
const parseDatabaseUrl = (text) =>
  /^file:[^?#]*[^?#/]$/.test(text) && !text.includes(':memory:') ? text : undefined;

/** @param {string} text */
const parseOrigin = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin;
  return isOrigin ? url.origin : undefined;
};

/** @param {string} text */
const parseSwitch = (text) => (text === 'on' ? true : text === 'off' ? false : undefined);

/** @param {string} entry one entry of TRUST_PROXY, in the forms the proxy-addr package understands */
const isProxyEntry = (entry) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', range, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (range === undefined) return true;
  const bits = /^\d{1,3}$/.test(range) ? Number(range) : -1;
  return (bits >= 1 && bits <= (family === 4 ? 32 : 128)) || (family === 4 && isIP(range) === 4);
};

/** @param {string} text */
const parseProxies = (text) => {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isProxyEntry) ? entries : undefined;
};

const logLevels = /** @type {const} */ (['debug', 'info', 'warn', 'error', 'silent']);

/** Every variable the product reads, by the name its value has in code. `.env.example` is printed from it. */
export const variables = {
  port: variable({
    name: 'PORT',
    description: 'The port the server listens on.',
    mustBe: 'a whole number from 1 to 65535',
    example: '5000',
    defaultText: '3000',
    parse: parsePort,
    fallback: () => 3000,
  }),
  host: variable({
    name: 'HOST',
    description:
      'The address the server listens on; any but a loopback address refuses a database that holds demo accounts.',
    mustBe: 'an IP address or a host name',
    example: '0.0.0.0',
    defaultText: '127.0.0.1',
    parse: parseHost,
    fallback: () => '127.0.0.1',
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    description: 'The SQLite database file; a relative path counts from the project folder.',
    mustBe: 'file: and the path of a file, without parameters',
    example: 'file:./data/other.db',
    defaultText: 'file:./data/switchyard.db',
    parse: parseDatabaseUrl,
    fallback: () => 'file:./data/switchyard.db',
    secret: true,
  }),
  publicUrl: variable({
    name: 'PUBLIC_URL',
    description:
      'The origin visitors type, written into feeds, sitemap and previews when the site is built; unset it is localhost at PORT.',
    mustBe: 'an origin: http:// or https://, a host, perhaps a port, and no path',
    example: 'https://switchyard.example',
    defaultText: 'http://localhost:3000',
    parse: parseOrigin,
    fallback: ({ port }) => `http://localhost:${port}`,
  }),
  demoData: variable({
    name: 'DEMO_DATA',
    description: 'Whether an empty database on a loopback address is filled with demo accounts.',
    mustBe: 'on or off',
    example: 'off',
    defaultText: 'on',
    parse: parseSwitch,
    fallback: () => true,
  }),
  trustProxy: variable({
    name: 'TRUST_PROXY',
    description:
      'The reverse proxies whose X-Forwarded-For is believed: addresses, subnets, loopback, linklocal or uniquelocal, separated by commas; empty believes none.',
    mustBe: 'a comma-separated list of IP addresses, subnets, loopback, linklocal or uniquelocal',
    example: 'loopback, 10.0.0.0/8',
    defaultText: '',
    parse: parseProxies,
    fallback: () => /** @type {string[]} */ ([]),
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    description: 'The least urgent messages the server logs: debug, info, warn, error or silent.',
    mustBe: 'debug, info, warn, error or silent',
    example: 'warn',
    defaultText: 'info',
    parse: (text) => logLevels.find((level) => level === text),
    fallback: () => /** @type {const} */ ('info'),
  }),
  verbose: variable({
    name: 'VERBOSE',
    description: 'Whether the commands show the output of the tools they run, 1 or 0.',
    mustBe: '1 or 0',
    example: '1',
    defaultText: '0',
    parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    fallback: () => false,
  }),
  chromiumPath: variable({
    name: 'CHROMIUM_PATH',
    description: 'The Chromium that npm test drives; unset it takes the first one it finds.',
    mustBe: 'an absolute path',
    example: '/usr/bin/chromium',
    defaultText: '',
    parse: (text) => (text.startsWith('/') ? text : undefined),
    fallback: () => '',
  }),
};

/**
 * The configuration, typed: one property for each entry of `variables`.
 *
 * @typedef {{ readonly [K in keyof typeof variables]: Exclude<ReturnType<(typeof variables)[K]['parse']>, undefined> }} Environment
 */

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @param {Record<string, string | undefined>} env usually `process.env`
 * @returns {Environment} frozen
 * @throws {Error} one error whose message has a line for every wrong variable; secret values are not repeated
 */
export function readEnvironment(env) {
  /** @type {Record<string, unknown> & { port: number }} */
  const values = { port: 3000 };
  const problems = [];
  for (const [key, { name, mustBe, secret, parse, fallback }] of Object.entries(variables)) {
    const text = env[name]?.trim() ?? '';
    const value = text === '' ? fallback(values) : parse(text);
    if (value === undefined)
      problems.push(`  ${name} must be ${mustBe}${secret ? '' : ` (it is "${text}")`}.`);
    else values[key] = value;
  }
  if (problems.length > 0)
    throw new Error(['The configuration is wrong:', ...problems, 'See .env.example.'].join('\n'));
  return Object.freeze(/** @type {Environment} */ (/** @type {unknown} */ (values)));
}

/**
 * @param {string} host a listening address
 * @returns {boolean} whether only this machine can reach it
 */
export const isLoopback = (host) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
