import { isIP } from 'node:net';
import { isPostgresUrl } from './database-url';
import { defaultOrigin } from './default-origin';

interface Variable {
  /** As the shell spells it. */
  name: string;
  /** One sentence, printed into .env.example. */
  description: string;
  /** Completes the sentence "NAME must be …". */
  mustBe: string;
  /** A valid value other than the default. */
  example: string;
  /** The value if the variable is unset or empty. */
  default: string;
  /** Reads trimmed text; undefined if it's wrong. */
  parse(text: string): unknown;
}

const parsePort = (text: string) =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

const parseHost = (text: string) =>
  isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined;

const parseFileUrl = (text: string) =>
  /^file:(?!~|\/\/)[^?#]*[^?#/]$/.test(text) && !text.includes(':memory:') ? text : undefined;

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Parameters of a PostgreSQL URL, named as libpq names them. Another one would change nothing. */
const databaseParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'];

/** A host and the name of a database, perhaps with parameters. */
const parseDatabaseUrl = (text: string) => {
  if (!isPostgresUrl(text)) return parseFileUrl(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.host || !/^\/[^/]+$/.test(url.pathname) || url.hash) return undefined;
  const areKnown = [...url.searchParams.keys()].every((name) => databaseParameters.includes(name));
  return areKnown && sslModes.includes(url.searchParams.get('sslmode') ?? 'disable') ? text : undefined;
};

const parseOrigin = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Pages, feeds, and scripts contain it unescaped, so it may contain no character that needs escaping there.
  const isOrigin = url && /^https?:[\w./:[\]-]+$/.test(text) && text.replace(/\/$/, '') === url.origin;
  return isOrigin ? url.origin : undefined;
};

const parseSwitch = (text: string) => (text === 'on' ? true : text === 'off' ? false : undefined);

const parseBit = (text: string) => (text === '1' ? true : text === '0' ? false : undefined);

/** @param entry of TRUST_PROXY, in the forms that the proxy-addr package understands */
const isProxyEntry = (entry: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', range, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (range === undefined) return true;
  const bits = /^\d{1,3}$/.test(range) ? Number(range) : -1;
  return bits >= 1 && bits <= (family === 4 ? 32 : 128);
};

const parseProxies = (text: string): string[] | undefined => {
  if (text === '') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isProxyEntry) ? entries : undefined;
};

const parseCalls = (text: string) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined);

const parseConnections = (text: string) => (/^[1-9]\d?$|^100$/.test(text) ? Number(text) : undefined);

const emailjsId = 'at most 100 letters, digits, underscores, dots and hyphens';

const parseEmailjsId = (text: string) => (/^[\w.-]{0,100}$/.test(text) ? text : undefined);

const secret = 'up to 500 printable characters without spaces';

const parseSecret = (text: string) => (/^[\x21-\x7e]{0,500}$/.test(text) ? text : undefined);

const httpAddress = 'an address that begins with http:// or https://, without name, password and query';

const parseHttpAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search;
  return isPlain && !url.hash ? text.replace(/\/+$/, '') : undefined;
};

/** The key that turns a provider on. */
const providerKey = (name: string, provider: string, example: string) => ({
  name,
  description: `The server's key for ${provider}, which turns its models on; empty leaves them off.`,
  mustBe: secret,
  example,
  default: '',
  parse: parseSecret,
});

const providerAddress = (name: string, api: string, address: string) => ({
  name,
  description: `The address of ${api}, or of a proxy that speaks it.`,
  mustBe: httpAddress,
  example: 'https://proxy.example/v1',
  default: address,
  parse: parseHttpAddress,
});

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Every variable the product reads, by the name its value has in code. `.env.example` is printed from it. */
export const variables = {
  port: {
    name: 'PORT',
    description: 'The port the server listens on.',
    mustBe: 'a whole number from 1 to 65535',
    example: '5000',
    default: '3000',
    parse: parsePort,
  },
  host: {
    name: 'HOST',
    description:
      'The address the server listens on; any but a loopback address refuses a database that holds demo accounts.',
    mustBe: 'an IP address or a host name',
    example: '0.0.0.0',
    default: '127.0.0.1',
    parse: parseHost,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description:
      'The database: a SQLite file, whose relative path counts from the project folder, or PostgreSQL 15 or later, which several server processes share.',
    mustBe: `file: and the path of a file, without parameters; or postgresql:// with user, host and database, and of the parameters only sslmode (${sslModes.join(', ')}), ${databaseParameters.slice(1).join(', ')}`,
    example: 'postgresql://switchyard:PASSWORD@127.0.0.1:5432/switchyard',
    default: 'file:./data/switchyard.db',
    parse: parseDatabaseUrl,
  },
  databaseReaders: {
    name: 'DATABASE_READ_CONNECTIONS',
    description: 'How many connections of a process to PostgreSQL read at most.',
    mustBe: 'a whole number from 1 to 100',
    example: '4',
    default: '8',
    parse: parseConnections,
  },
  databaseWriters: {
    name: 'DATABASE_WRITE_CONNECTIONS',
    description: 'How many connections of a process to PostgreSQL write at most.',
    mustBe: 'a whole number from 1 to 100',
    example: '2',
    default: '4',
    parse: parseConnections,
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    description:
      'The origin visitors type, which feeds, sitemap and previews name, whatever HOST and PORT are.',
    mustBe: 'an origin: http:// or https://, a host, perhaps a port, and no path',
    example: 'https://switchyard.example',
    default: defaultOrigin,
    parse: parseOrigin,
  },
  demoData: {
    name: 'DEMO_DATA',
    description: 'Whether an empty database on a loopback address is filled with demo accounts.',
    mustBe: 'on or off',
    example: 'off',
    default: 'on',
    parse: parseSwitch,
  },
  skipBackup: {
    name: 'NO_BACKUP_BEFORE_MIGRATION',
    description: 'Whether a start migrates a SQLite database without backing it up first, 1 or 0.',
    mustBe: '1 or 0',
    example: '1',
    default: '0',
    parse: parseBit,
  },
  runJobs: {
    name: 'RUN_JOBS',
    description:
      'Whether the server runs jobs itself; off leaves all of them to npm run worker, on PostgreSQL.',
    mustBe: 'on or off',
    example: 'off',
    default: 'on',
    parse: parseSwitch,
  },
  modelsFile: {
    name: 'MODELS_FILE',
    description:
      'A JSON file of models that the catalog lacks, or of other values for models that it has; a relative path counts from the project folder.',
    mustBe: 'the path of a file, of at most 1,000 characters',
    example: 'data/models.json',
    default: '',
    parse: (text) => (/^[^\0]{0,1000}$/.test(text) ? text : undefined),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    description:
      'The reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses, subnets, loopback, linklocal or uniquelocal, separated by commas; empty believes none.',
    mustBe: 'a comma-separated list of IP addresses, subnets, loopback, linklocal or uniquelocal',
    example: 'loopback, 10.0.0.0/8',
    default: '',
    parse: parseProxies,
  },
  callsPerClient: {
    name: 'API_CALLS_PER_CLIENT',
    description: 'API calls per minute and client (an IPv4 address, an IPv6 /64).',
    mustBe: 'a whole number from 1 to 9999999',
    example: '600',
    default: '3000',
    parse: parseCalls,
  },
  callsPerAccount: {
    name: 'API_CALLS_PER_ACCOUNT',
    description:
      'API calls per minute for all API keys of one account together, and as many for all its sessions.',
    mustBe: 'a whole number from 1 to 9999999',
    example: '1200',
    default: '6000',
    parse: parseCalls,
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    description:
      'The bearer token for /api/metrics, which returns Prometheus metrics; without a token there are no metrics.',
    mustBe: '16 to 200 printable characters without spaces',
    example: 'mt_5b0c2f6f4d2e4a1c',
    default: '',
    parse: (text) => (/^([\x21-\x7e]{16,200})?$/.test(text) ? text : undefined),
  },
  healthPort: {
    name: 'HEALTH_PORT',
    description:
      'The port on which a worker serves /api/health, /api/health/ready and /api/metrics; without it, a worker listens on none.',
    mustBe: 'a whole number from 1 to 65535, or empty',
    example: '9464',
    default: '',
    parse: (text) => (text === '' ? null : parsePort(text)),
  },
  emailjsPublicKey: {
    name: 'EMAILJS_PUBLIC_KEY',
    description:
      "The public key of an EmailJS account that sends the forms' emails; with all EMAILJS_ variables empty this site stores them itself.",
    mustBe: emailjsId,
    example: 'Ab3dEf6hIj9kLm2nO',
    default: '',
    parse: parseEmailjsId,
  },
  emailjsServiceId: {
    name: 'EMAILJS_SERVICE_ID',
    description: 'The EmailJS service that sends both emails; the four are set together or not at all.',
    mustBe: emailjsId,
    example: 'service_7d2k9xq',
    default: '',
    parse: parseEmailjsId,
  },
  emailjsWaitlistTemplate: {
    name: 'EMAILJS_WAITLIST_TEMPLATE',
    description:
      'The EmailJS template of a waitlist request: user_name, user_email, company, use_case, plan.',
    mustBe: emailjsId,
    example: 'template_waitlist',
    default: '',
    parse: parseEmailjsId,
  },
  emailjsContactTemplate: {
    name: 'EMAILJS_CONTACT_TEMPLATE',
    description: 'The EmailJS template of a contact message: user_name, user_email, message, to_name.',
    mustBe: emailjsId,
    example: 'template_contact',
    default: '',
    parse: parseEmailjsId,
  },
  openaiApiKey: providerKey('OPENAI_API_KEY', 'OpenAI', 'sk-proj-4f0a'),
  openaiBaseUrl: providerAddress('OPENAI_BASE_URL', "OpenAI's Responses API", 'https://api.openai.com/v1'),
  anthropicApiKey: providerKey('ANTHROPIC_API_KEY', 'Anthropic', 'sk-ant-4f0a'),
  anthropicBaseUrl: providerAddress(
    'ANTHROPIC_BASE_URL',
    "Anthropic's Messages API",
    'https://api.anthropic.com/v1',
  ),
  geminiApiKey: providerKey('GEMINI_API_KEY', 'Gemini', 'AIza4f0a'),
  geminiBaseUrl: providerAddress(
    'GEMINI_BASE_URL',
    'the Gemini API',
    'https://generativelanguage.googleapis.com/v1beta',
  ),
  compatibleBaseUrl: {
    name: 'OPENAI_COMPATIBLE_BASE_URL',
    description:
      "The address of a server with OpenAI's chat completions, such as Ollama or vLLM; it turns on the models compatible/….",
    mustBe: httpAddress,
    example: 'http://127.0.0.1:11434/v1',
    default: '',
    parse: (text) => (text === '' ? text : parseHttpAddress(text)),
  },
  compatibleApiKey: {
    name: 'OPENAI_COMPATIBLE_API_KEY',
    description: 'The key of that server, if it asks for one.',
    mustBe: secret,
    example: 'token-4f0a',
    default: '',
    parse: parseSecret,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    description: 'The least urgent messages the server logs: debug, info, warn, error or silent.',
    mustBe: 'debug, info, warn, error or silent',
    example: 'warn',
    default: 'info',
    parse: (text) => logLevels.find((level) => level === text),
  },
  verbose: {
    name: 'VERBOSE',
    description: 'Whether the commands show the output of the tools they run, 1 or 0.',
    mustBe: '1 or 0',
    example: '1',
    default: '0',
    parse: parseBit,
  },
  chromiumPath: {
    name: 'CHROMIUM_PATH',
    description: 'The Chromium that npm test drives; unset it takes the first one it finds.',
    mustBe: 'an absolute path',
    example: '/usr/bin/chromium',
    default: '',
    parse: (text) => (text === '' || text.startsWith('/') ? text : undefined),
  },
} satisfies Record<string, Variable>;

/** The configuration: one property per entry of `variables`. */
export type Environment = {
  readonly [K in keyof typeof variables]: Exclude<ReturnType<(typeof variables)[K]['parse']>, undefined>;
};

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @param env usually `process.env`
 * @returns frozen
 * @throws Error whose message has a line per wrong variable, without its value, which could be a secret
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const values = Object.entries(variables).map(
    ([key, { name, default: otherwise, parse }]) => [key, parse(env[name]?.trim() || otherwise)] as const,
  );
  const environment = Object.fromEntries(values) as Partial<Environment>;
  const wrong = Object.values(variables).filter((_, index) => values[index]?.[1] === undefined);
  const missing = missingTogether(env);
  const gone = env.RATE_LIMIT_STORE?.trim()
    ? ['  RATE_LIMIT_STORE is gone. Remove it: processes on one PostgreSQL database count together.']
    : [];
  const keyless = withoutKey(env);
  const alone =
    environment.runJobs === false && !isPostgresUrl(environment.databaseUrl ?? '')
      ? ['  RUN_JOBS can be off on PostgreSQL only: on SQLite, nothing but the server can run jobs.']
      : [];
  if (wrong.length + missing.length + gone.length + keyless.length + alone.length === 0)
    return Object.freeze(environment as Environment);
  const lines = [
    ...wrong.map(({ name, mustBe }) => `  ${name} must be ${mustBe}.`),
    ...missing.map((name) => `  ${name} must be set, because another EMAILJS_ variable is.`),
    ...gone,
    ...keyless,
    ...alone,
  ];
  throw new Error(['The configuration is wrong:', ...lines, 'See .env.example.'].join('\n'));
}

/** A line per provider that has an address, but not what turns it on. */
function withoutKey(env: Record<string, string | undefined>): string[] {
  const pairs = [
    ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    ['GEMINI_API_KEY', 'GEMINI_BASE_URL'],
    ['OPENAI_COMPATIBLE_BASE_URL', 'OPENAI_COMPATIBLE_API_KEY'],
  ] as const;
  return pairs
    .filter(([needed, given]) => env[given]?.trim() && !env[needed]?.trim())
    .map(([needed, given]) => `  ${needed} must be set, because ${given} is.`);
}

/** The EMAILJS_ variables that are empty while others are set. */
function missingTogether(env: Record<string, string | undefined>): string[] {
  const names = Object.values(variables)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('EMAILJS_'));
  const missing = names.filter((name) => !env[name]?.trim());
  return missing.length === names.length ? [] : missing;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Whether other machines reach the server, directly or through a proxy. */
export const isExposed = ({ host, trustProxy }: Pick<Environment, 'host' | 'trustProxy'>): boolean =>
  !isLoopback(host) || trustProxy.length > 0;
