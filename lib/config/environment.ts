import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultOrigin } from './brand';
import { isPostgresUrl } from './database-url';
import {
  bit,
  databaseUrl,
  emailjsId,
  exactAddress,
  httpAddress,
  httpAddressText,
  matching,
  origin,
  pairs,
  passing,
  port,
  proxies,
  secret,
  switched,
  wholeNumber,
} from './variable-types';

/**
 * @param name as the shell spells it
 * @param description one sentence, printed into .env.example
 * @param type reads trimmed text
 * @param values the default, for a variable that is unset or empty, and an example of another valid value
 */
const variable = <Type extends z.ZodType<unknown, string>>(
  name: string,
  description: string,
  type: Type,
  values: { default: string; example: string },
) => ({ name, description, type, mustBe: type.description, ...values });

/** The key that turns a provider on. */
const providerKey = (name: string, provider: string, example: string) =>
  variable(
    name,
    `The server's key for ${provider}, which turns its models on; empty leaves them off.`,
    secret,
    { default: '', example },
  );

const providerAddress = (name: string, api: string, address: string) =>
  variable(name, `The address of ${api}, or of a proxy that speaks it.`, httpAddress, {
    default: address,
    example: 'https://proxy.example/v1',
  });

/** Every variable the product reads, by the name its value has in code. `.env.example` is printed from it. */
export const variables = {
  port: variable('PORT', 'The port the server listens on.', port, { default: '3000', example: '5000' }),
  host: variable(
    'HOST',
    'The address the server listens on; any but a loopback address refuses a database that holds demo accounts.',
    passing(
      (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
      'an IP address or a host name',
    ),
    { default: '127.0.0.1', example: '0.0.0.0' },
  ),
  databaseUrl: variable(
    'DATABASE_URL',
    'The database: a SQLite file, whose relative path counts from the project folder, or PostgreSQL 15 or later, which several server processes share.',
    databaseUrl,
    {
      default: 'file:./data/switchyard.db',
      example: 'postgresql://switchyard:PASSWORD@127.0.0.1:5432/switchyard',
    },
  ),
  databaseReaders: variable(
    'DATABASE_READ_CONNECTIONS',
    'How many connections of a process to PostgreSQL read at most.',
    wholeNumber(100),
    { default: '8', example: '4' },
  ),
  databaseWriters: variable(
    'DATABASE_WRITE_CONNECTIONS',
    'How many connections of a process to PostgreSQL write at most.',
    wholeNumber(100),
    { default: '4', example: '2' },
  ),
  publicUrl: variable(
    'PUBLIC_URL',
    'The origin visitors type, which feeds, sitemap and previews name, whatever HOST and PORT are.',
    origin,
    { default: defaultOrigin, example: 'https://switchyard.example' },
  ),
  demoData: variable(
    'DEMO_DATA',
    'Whether an empty database on a loopback address is filled with demo accounts.',
    switched,
    { default: 'on', example: 'off' },
  ),
  skipBackup: variable(
    'NO_BACKUP_BEFORE_MIGRATION',
    'Whether a start migrates a SQLite database without backing it up first, 1 or 0.',
    bit,
    { default: '0', example: '1' },
  ),
  runJobs: variable(
    'RUN_JOBS',
    'Whether the server runs jobs itself; off leaves all of them to npm run worker, on PostgreSQL.',
    switched,
    { default: 'on', example: 'off' },
  ),
  modelsFile: variable(
    'MODELS_FILE',
    'A JSON file of models that the catalog lacks, or of other values for models that it has; a relative path counts from the project folder.',
    matching(/^[^\0]{0,1000}$/, 'the path of a file, of at most 1,000 characters'),
    { default: '', example: 'data/models.json' },
  ),
  trustProxy: variable(
    'TRUST_PROXY',
    'The reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses, subnets, loopback, linklocal or uniquelocal, separated by commas; empty believes none.',
    proxies,
    { default: '', example: 'loopback, 10.0.0.0/8' },
  ),
  callsPerClient: variable(
    'API_CALLS_PER_CLIENT',
    'API calls per minute and client (an IPv4 address, an IPv6 /64).',
    wholeNumber(9_999_999),
    { default: '3000', example: '600' },
  ),
  callsPerAccount: variable(
    'API_CALLS_PER_ACCOUNT',
    'API calls per minute for all API keys of one account together, and as many for all its sessions.',
    wholeNumber(9_999_999),
    { default: '6000', example: '1200' },
  ),
  metricsToken: variable(
    'METRICS_TOKEN',
    'The bearer token for /api/metrics, which returns Prometheus metrics; without a token there are no metrics.',
    matching(/^([\x21-\x7e]{16,200})?$/, '16 to 200 printable characters without spaces'),
    { default: '', example: 'mt_5b0c2f6f4d2e4a1c' },
  ),
  secretsKey: variable(
    'SECRETS_KEY',
    "The key that encrypts secrets in the database and signs links to files, the same for all processes; without it, the database keeps one. Under another key, secrets can't be read and links don't work.",
    matching(/^([\x21-\x7e]{32,200})?$/, '32 to 200 printable characters without spaces'),
    { default: '', example: 'k7Qm2v9XbLr4TzYc0HdN8sWgPf5uJe3A' },
  ),
  callbacksAllowPrivate: variable(
    'CALLBACKS_ALLOW_PRIVATE',
    'Whether callbacks may go to private addresses and use http, 1 or 0: for tests and intranets.',
    bit,
    { default: '0', example: '1' },
  ),
  healthPort: variable(
    'HEALTH_PORT',
    'The port on which a worker serves /api/health, /api/health/ready and /api/metrics; without it, a worker listens on none.',
    z
      .literal('')
      .transform(() => null)
      .or(port)
      .describe(`${port.description}, or empty`),
    { default: '', example: '9464' },
  ),
  otlpEndpoint: variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'The address of an OpenTelemetry collector with OTLP over HTTP, which turns traces of jobs on: they go to /v1/traces below it.',
    z.literal('').or(httpAddress).describe(httpAddressText),
    { default: '', example: 'http://127.0.0.1:4318' },
  ),
  otlpTracesEndpoint: variable(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'The complete address that takes traces, if it is another one; it turns them on too.',
    z
      .literal('')
      .or(exactAddress)
      .describe(exactAddress.description ?? ''),
    { default: '', example: 'https://otel.example/intake/v1/traces' },
  ),
  otlpHeaders: variable(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers of the requests with traces, such as a token.',
    pairs(/^[\w!#$%&'*+.^`|~-]{1,100}$/),
    { default: '', example: 'Authorization=Bearer%20token-4f0a' },
  ),
  otelServiceName: variable(
    'OTEL_SERVICE_NAME',
    'The service.name of the traces; switchyard, if OTEL_RESOURCE_ATTRIBUTES names none either.',
    matching(/^[\x20-\x7e]{0,200}$/, 'at most 200 printable characters'),
    { default: '', example: 'switchyard-eu' },
  ),
  otelResourceAttributes: variable(
    'OTEL_RESOURCE_ATTRIBUTES',
    'Further attributes of the resource that the traces come from.',
    pairs(/^[\x21-\x7e]{1,100}$/),
    { default: '', example: 'deployment.environment.name=production' },
  ),
  emailjsPublicKey: variable(
    'EMAILJS_PUBLIC_KEY',
    "The public key of an EmailJS account that sends the forms' emails; with all EMAILJS_ variables empty this site stores them itself.",
    emailjsId,
    { default: '', example: 'Ab3dEf6hIj9kLm2nO' },
  ),
  emailjsServiceId: variable(
    'EMAILJS_SERVICE_ID',
    'The EmailJS service that sends both emails; the four are set together or not at all.',
    emailjsId,
    { default: '', example: 'service_7d2k9xq' },
  ),
  emailjsWaitlistTemplate: variable(
    'EMAILJS_WAITLIST_TEMPLATE',
    'The EmailJS template of a waitlist request: user_name, user_email, company, use_case, plan.',
    emailjsId,
    { default: '', example: 'template_waitlist' },
  ),
  emailjsContactTemplate: variable(
    'EMAILJS_CONTACT_TEMPLATE',
    'The EmailJS template of a contact message: user_name, user_email, message, to_name.',
    emailjsId,
    { default: '', example: 'template_contact' },
  ),
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
  compatibleBaseUrl: variable(
    'OPENAI_COMPATIBLE_BASE_URL',
    "The address of a server with OpenAI's chat completions, such as Ollama or vLLM; it turns on the models compatible/….",
    z.literal('').or(httpAddress).describe(httpAddressText),
    { default: '', example: 'http://127.0.0.1:11434/v1' },
  ),
  compatibleApiKey: variable(
    'OPENAI_COMPATIBLE_API_KEY',
    'The key of that server, if it asks for one.',
    secret,
    { default: '', example: 'token-4f0a' },
  ),
  logLevel: variable(
    'LOG_LEVEL',
    'The least urgent messages the server logs: debug, info, warn, error or silent.',
    z.enum(['debug', 'info', 'warn', 'error', 'silent']).describe('debug, info, warn, error or silent'),
    { default: 'info', example: 'warn' },
  ),
  verbose: variable('VERBOSE', 'Whether the commands show the output of the tools they run, 1 or 0.', bit, {
    default: '0',
    example: '1',
  }),
  chromiumPath: variable(
    'CHROMIUM_PATH',
    'The Chromium that npm test drives; unset it takes the first one it finds.',
    matching(/^(\/.*)?$/s, 'an absolute path'),
    { default: '', example: '/usr/bin/chromium' },
  ),
};

const schema = z.object(
  Object.fromEntries(Object.entries(variables).map(([key, { type }]) => [key, type])) as {
    [K in keyof typeof variables]: (typeof variables)[K]['type'];
  },
);

/** The configuration: one property per entry of `variables`. */
export type Environment = Readonly<z.output<typeof schema>>;

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @param env usually `process.env`
 * @returns frozen
 * @throws Error whose message has a line per wrong variable, without its value, which could be a secret
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const given = (name: string) => env[name]?.trim();
  const texts = Object.entries(variables).map(([key, of]) => [key, given(of.name) || of.default] as const);
  const { data, error } = schema.safeParse(Object.fromEntries(texts));
  const wrong = new Set(error?.issues.map(({ path }) => path[0] as keyof typeof variables));
  const lines = [
    ...[...wrong].map((key) => `${variables[key].name} must be ${variables[key].mustBe}.`),
    ...emailjsFaults(given),
    ...(given('RATE_LIMIT_STORE')
      ? ['RATE_LIMIT_STORE is gone. Remove it: processes on one PostgreSQL database count together.']
      : []),
    ...providerFaults(given),
    ...(given(variables.runJobs.name) === 'off' && !isPostgresUrl(given(variables.databaseUrl.name) ?? '')
      ? ['RUN_JOBS can be off on PostgreSQL only: on SQLite, nothing but the server can run jobs.']
      : []),
  ];
  if (data && lines.length === 0) return Object.freeze(data);
  throw new Error(
    ['The configuration is wrong:', ...lines.map((line) => `  ${line}`), 'See .env.example.'].join('\n'),
  );
}

/** Lines for the EMAILJS_ variables that are empty while others are set. */
function emailjsFaults(given: (name: string) => string | undefined): string[] {
  const names = Object.values(variables)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('EMAILJS_'));
  const missing = names.filter((name) => !given(name));
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} must be set, because another EMAILJS_ variable is.`);
}

/** A line per provider that has an address, but not what turns it on. */
const providerFaults = (given: (name: string) => string | undefined): string[] =>
  [
    ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    ['GEMINI_API_KEY', 'GEMINI_BASE_URL'],
    ['OPENAI_COMPATIBLE_BASE_URL', 'OPENAI_COMPATIBLE_API_KEY'],
  ].flatMap(([needed = '', other = '']) =>
    given(other) && !given(needed) ? [`${needed} must be set, because ${other} is.`] : [],
  );

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Whether other machines reach the server, directly or through a proxy. */
export const isExposed = ({ host, trustProxy }: Pick<Environment, 'host' | 'trustProxy'>): boolean =>
  !isLoopback(host) || trustProxy.length > 0;
