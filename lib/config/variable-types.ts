import { isIP } from 'node:net';
import { z } from 'zod';
import { isPostgresUrl } from './database-url';
import { readPairs } from './read-pairs';

/** The description of a type completes the sentence "NAME must be …". */
export const matching = (pattern: RegExp, mustBe: string) => z.string().regex(pattern).describe(mustBe);

export const passing = (isValid: (text: string) => boolean, mustBe: string) =>
  z.string().refine(isValid).describe(mustBe);

export const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .pipe(z.number().max(max))
    .describe(`a whole number from 1 to ${max}`);

const yesOrNo = (yes: string, no: string) =>
  z.stringbool({ truthy: [yes], falsy: [no], case: 'sensitive' }).describe(`${yes} or ${no}`);

export const port = wholeNumber(65_535);
export const switched = yesOrNo('on', 'off');
export const bit = yesOrNo('1', '0');
export const emailjsId = matching(
  /^[\w.-]{0,100}$/,
  'at most 100 letters, digits, underscores, dots and hyphens',
);
export const secret = matching(/^[\x21-\x7e]{0,500}$/, 'up to 500 printable characters without spaces');

export const httpAddressText =
  'an address that begins with http:// or https://, without name, password and query';
export const httpAddress = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return (
      url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
    );
  })
  .transform((text) => text.replace(/\/+$/, ''))
  .describe(httpAddressText);

/** As OTLP's exporters take it: the complete address, which may have a query. */
export const exactAddress = passing((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
}, 'an address that begins with http:// or https://, without name, password and fragment');

/** A list of OpenTelemetry's. @param name matches each name */
export const pairs = (name: RegExp) =>
  z
    .string()
    .max(8_000)
    .transform((text, context) => {
      const read = readPairs(text, name);
      if (!read) context.addIssue('invalid');
      return read ?? {};
    })
    .describe('a comma-separated list of name=value, whose values are ASCII in percent-encoding');

export const origin = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    // Pages, feeds, and scripts contain it unescaped, so it may contain no character that needs escaping there.
    return url && /^https?:[\w./:[\]-]+$/.test(text) && text.replace(/\/$/, '') === url.origin;
  })
  .transform((text) => new URL(text).origin)
  .describe('an origin: http:// or https://, a host, perhaps a port, and no path');

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Parameters of a PostgreSQL URL, named as libpq names them. Another one would change nothing. */
const databaseParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'];

export const databaseUrl = passing(
  (text) => {
    if (!isPostgresUrl(text)) return /^file:(?!~|\/\/)[^?#]*[^?#/]$/.test(text) && !text.includes(':memory:');
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url?.host || !/^\/[^/]+$/.test(url.pathname) || url.hash) return false;
    const areKnown = [...url.searchParams.keys()].every((name) => databaseParameters.includes(name));
    return areKnown && sslModes.includes(url.searchParams.get('sslmode') ?? 'disable');
  },
  `file: and the path of a file, without parameters; or postgresql:// with user, host and database, and of the parameters only sslmode (${sslModes.join(', ')}), ${databaseParameters.slice(1).join(', ')}`,
);

/** Addresses, subnets, and names of networks, in the forms that the proxy-addr package understands. */
export const proxies = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',').map((entry) => entry.trim())))
  .pipe(
    z.array(
      z.string().refine((entry) => {
        if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
        const [address = '', range, ...rest] = entry.split('/');
        const family = isIP(address);
        if (family === 0 || rest.length > 0) return false;
        const bits = /^\d{1,3}$/.test(range ?? '1') ? Number(range ?? '1') : 0;
        return bits >= 1 && bits <= (family === 4 ? 32 : 128);
      }),
    ),
  )
  .describe('a comma-separated list of IP addresses, subnets, loopback, linklocal or uniquelocal');
