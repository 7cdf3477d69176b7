import { UNSPACED } from '@/lib/engine/preprocessors/sensitive-data/finding';

/** Longer values are judged by their beginning. */
const ENOUGH = 256;

const placeholder =
  /\$\{|\{\{|\$\(|%\(|^%[\w%]+%?$|^%s$|<[^>]*>?|^\$(?:env:)?[A-Za-z_]\w*$|^\{\w*\}$|process\.env|os\.environ|getenv|\b(?:your|my|insert|enter|replace)[-_ ]|^(?:your|(?:the|some)[-_ ])|change[-_ ]?(?:me|it|this)|placeholder|redacted|\bexample\b|_here$|\*{3}|x{4}|X{4}|•{3}|\.{3}|…|^\[[A-Z]+_\d+\]$|^\[.*\]$|dummy|^(?:todo|tbd|fixme|none|null|nil|undefined|n\/a)\b/i;
/** The part between quotes in `'Token ' + name + ' was'`. */
const concatenation = /^['"]?\s?\+|\+\s?['"]?$/;
const hashOrReference =
  /^(?:\$2[abxy]?\$|\$argon2|\$[156y]\$|pbkdf2|scrypt[:$]|sha\d{3}[-:$]|md5:|\{(?:SSHA|SHA|MD5|CRYPT)|arn:|vault:|op:\/\/|kms:|ssm:|secretsmanager:|projects\/|ref\+|!\w|%~|env[:.(]|file:|https?:\/\/|[\w+]+:\/\/|\.{0,2}\/[\w.-]+\/|~\/|[A-Z]:\\|secrets?[./])/i;

/** Whether a value is a placeholder, or names the place of the real one. */
export function isPlaceholder(value: string): boolean {
  const start = value.slice(0, ENOUGH);
  return (
    placeholder.test(start) ||
    hashOrReference.test(start) ||
    concatenation.test(start) ||
    /^(.)\1*$/.test(start)
  );
}

/** Whether a value is drawn at random, as keys are: mixed characters that form no words. */
export function isRandom(value: string): boolean {
  const start = value.slice(0, ENOUGH);
  if (new Set(start).size < Math.min(8, start.length / 2)) return false;
  if (isPlaceholder(start)) return false;
  const digits = start.match(/\d/g)?.length ?? 0;
  if (digits === 0) return (start.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 4;
  return /[A-Za-z]/.test(start) && !isWords(start);
}

/** Whether a value consists of words, abbreviations and short numbers with marks between: `refresh-token-v2`. */
export function isWords(value: string): boolean {
  return value
    .split(/[-_./:\s]+/)
    .every((part) =>
      /^(?:[A-Z]?[a-z]*|[A-Z]{0,12}|v?\d{0,4}|[A-Za-z]{1,12}\d{1,2}|[a-z]+(?:[A-Z][a-z]+)*)$/.test(part),
    );
}

const algorithms =
  /^(?:sha|md|hs|rs|es|ps|aes|rsa|ed|oauth|utf|base|bcrypt|argon|argon|http|ipv|x|win|int|uint|float|char|varchar|nvarchar|string|v)-?\d{1,4}(?:-?[a-z]{1,4})?$/i;

/** Texts in these scripts have no spaces, so that they look like one word. */
const unspaced = new RegExp(`[${UNSPACED}]`);

const LEAST_PASSWORD = 6;

/** Whether a value looks like a password that people choose: letters with digits, or with a sign inside. */
export function isPassword(value: string, least = LEAST_PASSWORD): boolean {
  const start = value.slice(0, ENOUGH);
  if (start.length < least || /\s/.test(start) || isPlaceholder(start) || algorithms.test(start))
    return false;
  if (/^\d+$/.test(start)) return start.length >= LEAST_PASSWORD;
  if (unspaced.test(start)) return false;
  if (/^\d[\d.,:/-]*$/.test(start)) return false;
  const hasLetter = /\p{L}/u.test(start);
  const hasDigit = /\d/.test(start);
  const hasSignInside = /[^\s\p{L}\p{N}_.,:;()[\]{}'"-].*[\p{L}\p{N}]/u.test(start);
  if (hasLetter && (hasDigit || hasSignInside)) return true;
  return (
    (start.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3 &&
    start.length >= 10 &&
    !/^[a-z]+(?:[A-Z][a-z]{2,})+$/.test(start)
  );
}

/** Words in place of a password, for its kind, or for its state. */
const notPasswords = new Set(
  'string text value field input text number bool boolean object array function null true false none default invalid missing unknown disabled enabled required optional hidden strict strong weak plain plaintext basic bcrypt argon argonid scrypt redacted masked encrypted hashed changed unchanged expired forgotten protected incorrect correct wrong accepted rejected provided empty blank unset prompt fail failed passed success skipped yes both same error update updated reset generate generated random varchar char type name label title adgangskode wachtwoord passord salasana haslo heslo jelszo sifre parole lozinka geslo parola contrasena clave'.split(
    ' ',
  ),
);
/** A name in the place of a value: `new-password`, `dbSecret`, `login.token`. */
export const nameOfSecret =
  /pass(?:wor[dt]|wd|phrase|code)|pwd|kennwort|contrase|senha|secret|token|credential|login|username|api_?key/i;

/** Whether a value is a password of words alone, as some people choose it: `sunflower`, `correct-horse-battery`. */
export function isWordPassword(value: string): boolean {
  return (
    value.length >= 4 &&
    value.length <= 64 &&
    /^[A-Za-z]+(?:[-_.][A-Za-z]+)*$/.test(value) &&
    !nameOfSecret.test(value) &&
    !notPasswords.has(value.toLowerCase().replace(/[^a-z]/g, ''))
  );
}

/** Whether a value is four words or more, as people choose a long secret. */
export function isPassphrase(value: string, between: '-' | '[- ]'): boolean {
  const words = new RegExp(`^[a-z]+(${between})[a-z\\d]+(?:\\1[a-z\\d]+){2,}$`);
  return value.length <= 128 && words.test(value) && !nameOfSecret.test(value);
}

export function isUuid(value: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/**
 * Whether an unquoted value is an expression or a type: `config.password`, `getPassword()`, `string | null`. `next` is
 * the character after it.
 */
export function isExpression(value: string, next: string | undefined): boolean {
  if (next === '(' || next === '\\') return true;
  const path = /^([A-Za-z_$][\w$]*(?:(?:[?!]?\.|::|->)[A-Za-z_$][\w$]*)*)([[(?!].*)?$/s.exec(value);
  if (!path) return false;
  const names = (path[1] as string).split(/\W+/);
  const isCalled = path[2] !== undefined && /^[[(]/.test(path[2]);
  return (
    (isCalled || names.length > 1 || !/\d/.test(value) || /(?:password|token|secret|key)\d?$/i.test(value)) &&
    names.every((name) => (isCalled ? /^[A-Za-z_$]*\d{0,2}$/ : /^[A-Za-z_$]*\d?$/).test(name))
  );
}
