import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { isExpression, isPassword, isPlaceholder, nameOfSecret } from './secret-value';

const passwordWord =
  'password|passwd|pwd|pw|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|clave|senha|palavra-passe|parola|token|api key';
const spoken = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_])(?:${passwordWord})(?: [\\p{L}-]{1,14}){0,4}?(?: (?:is|was|lautet|ist|war|est|était|es|era|è|é|to|auf|are):? | ?: )|パスワード[はが]? ?)(?:[„“"'\`「『]|«[ \u00a0\u202f]?)?([^\\s"'“”„»\`」』|(){}[\\]\\\\<>]{6,80})`,
  'giu',
);
/** Statements and commands that take a password without naming it. */
const commanded =
  /(?<![\w-])(?:password|ConvertTo-SecureString(?: -String)?|requirepass) ["']([^\s"']{6,80})["']/gi;
/** What SQL says of a user. Whatever is in its quotes is the password. */
const identified = /(?<![\w-])identified by ["']([^\s"']{3,80})["']/gi;
/** The line of a `.netrc` file. */
const netrc = /(?<![\w-])login \S{1,80}\s{1,8}password (\S{4,80})/g;
/** `the password you sent me ("…")`. */
const spokenQuoted = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${passwordWord})(?: [\\p{L}'’-]{1,14}){1,6},? \\(?["“„«]([^\\s"“”„»]{8,80})["”“»]`,
  'giu',
);

/** A password that a command takes by its place: openssl's `pass:…`, htpasswd's last word, a value of a configuration. */
const placed =
  /(?<![\w-])(?:-pass(?:in|out)? pass:|htpasswd (?:-[a-zA-Z]{1,6} ){1,3}\S{1,80} \S{1,80} |configure set [\w.-]{0,60}(?:secret|token|password)[\w.-]{0,20} )["']?([^\s"']{6,200})/gi;

/** Finds passwords that a sentence tells, or that a statement or command takes without an assignment. */
export function findToldPasswords(text: string): Span[] {
  return [
    ...[spoken, spokenQuoted, commanded, placed, netrc].flatMap((pattern) =>
      passwordsAfter(text, pattern, isToldPassword),
    ),
    ...passwordsAfter(text, identified, (value) => !isPlaceholder(value) && !nameOfSecret.test(value)),
  ];
}

/** Sentences also say `the password is required`, so a digit or a sign must be in them. */
const isToldPassword = (value: string, next: string | undefined): boolean =>
  isPassword(value) && /\d|[^\p{L}\p{N}.'’-]/u.test(value) && !isExpression(value, next);

function passwordsAfter(
  text: string,
  pattern: RegExp,
  isSecret: (value: string, next: string | undefined) => boolean,
): Span[] {
  const found: Span[] = [];
  for (const { index, 0: whole, 1: told = '' } of text.matchAll(pattern)) {
    const value = told.replace(/[.,;:?)。、]+$/, '');
    const start = index + whole.lastIndexOf(told);
    const end = start + value.length;
    if (isSecret(value, text[end])) found.push({ start, end });
  }
  return found;
}
