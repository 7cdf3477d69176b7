import { type Span, UNSPACED } from './finding';

/** RFC 5321 allows 64, but mailing lists encode whole addresses here. */
const LONGEST_LOCAL = 128;
const LONGEST_DOMAIN = 253;
/** How far before and after an address its surroundings are read. */
const REACH = 160;

const sign = /@|%40/g;
const localAscii = /[\w.+'&-]/;
const domainAscii = /[A-Za-z0-9.-]/;
const letter = /[\p{L}\p{N}\p{M}]/u;
const escapedPlus = /%2B/i;
/** GitHub's suffix for the names of apps. */
const BOT = '[bot]';
const topLevel = /^(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)$/iu;
const unspacedThenAscii = new RegExp(`^.*[${UNSPACED}](?=[\\x21-\\x7e])`, 's');
const asciiThenUnspaced = new RegExp(`^([\\x21-\\x7e]{2,})[${UNSPACED}]`);

/** `ssh -i key.pem ` before a user and host; in a sentence that mentions ssh, other words come between. */
const shellLogin = /\b(?:ssh|sftp|mosh|ssh-copy-id)\s(?:-\w+(?:\s[\w./:~][\w./:~=-]*)?\s)*$/;
const shellCopy = /\b(?:scp|rsync)\s[^\n|;]*$/;

/** Endings of file names, none of which is a top-level domain. */
const fileEndings = new Set(
  'png jpg jpeg gif svg webp avif bmp ico tiff pdf css scss less js jsx mjs cjs ts tsx json map html htm xml yml yaml toml lock log txt csv tgz gz tar jar war whl exe dll mp3 mp4 wav woff ttf otf php java conf ini sql vue'.split(
    ' ',
  ),
);

/**
 * Finds email addresses, also those with letters beyond ASCII, with a quoted name, and with `%40` for `@`. Ignores
 * the users of SSH remotes and URLs, handles, and versions of packages. Reads the text between two signs at most twice.
 */
export function findEmails(text: string): Span[] {
  const found: Span[] = [];
  let floor = 0;
  for (const match of text.matchAll(sign)) {
    const at = match.index;
    const start = localStart(text, at, floor);
    const end = start === null ? null : domainEnd(text, at + match[0].length);
    floor = at + match[0].length;
    if (start === null || end === null || isOtherName(text, start, end)) continue;
    found.push({ start, end });
    floor = end;
  }
  return found;
}

/** The beginning of the part before the sign, or null. */
function localStart(text: string, at: number, floor: number): number | null {
  if (text[at - 1] === '"') return quotedStart(text, at, floor);
  let start = at;
  while (start > floor) {
    if (escapedPlus.test(text.slice(Math.max(0, start - 3), start))) start -= 3;
    else if (isOf(text, start - 1, localAscii)) start -= 1;
    else if (text[start - 1] === ']' && text.slice(start - BOT.length, start) === BOT) start -= BOT.length;
    else break;
  }
  start = Math.max(start, floor);
  // `\nada@…` inside a string of JSON or code.
  if (text[start - 1] === '\\')
    start += /^(?:[nrtbf]|u[\da-f]{4})/.exec(text.slice(start, start + 5))?.[0].length ?? 0;
  if (text[start - 1] === '%' && /^[\da-f]{2}/i.test(text.slice(start, start + 2))) start += 2;
  if (at - start <= LONGEST_LOCAL) {
    start += unspacedThenAscii.exec(text.slice(start, at))?.[0].length ?? 0;
  }
  while (start < at && ".'&+-".includes(text[start] as string)) start += 1;
  return start < at && at - start <= LONGEST_LOCAL ? start : null;
}

/** The place of the quote that opens `"ada lovelace"@…`. */
function quotedStart(text: string, at: number, floor: number): number | null {
  const from = Math.max(floor, at - LONGEST_LOCAL);
  const open = text.slice(from, at - 1).lastIndexOf('"');
  return open >= 0 && /^"[^\r\n<>{}:;,=]+$/.test(text.slice(from + open, at - 1)) ? from + open : null;
}

/** The end of the domain that begins at a place, or null. */
function domainEnd(text: string, from: number): number | null {
  let end = from;
  while (end < text.length && end - from <= LONGEST_DOMAIN && isOf(text, end, domainAscii)) end += 1;
  const run = text.slice(from, end);
  if (end - from > LONGEST_DOMAIN || /^v?\d+\.\d+\.\d/.test(run)) return null;
  const labels = run.split('.');
  const empty = labels.indexOf('');
  if (empty >= 0) labels.length = empty;
  while (labels.length > 1) {
    let last = (labels.pop() as string).replace(/-+$/, '');
    last = asciiThenUnspaced.exec(last)?.[1] ?? last;
    if (!topLevel.test(last)) continue;
    if (fileEndings.has(last.toLowerCase()) || labels.some((label) => /^-|-$/.test(label))) return null;
    return from + labels.join('.').length + 1 + last.length;
  }
  return null;
}

/** Whether an apparent address is a part of a URL, an SSH target, a handle or a call. */
function isOtherName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  const isHandle = before.endsWith('@');
  const isUserOfUrl = /:\/\/[^\s/?#"'<>]*$/.test(before);
  const address = text.slice(start, end);
  const isRemote =
    /^:(?:\/(?!\/)|~|\.\/|[\w.-]+\/[\w./-]+\.git\b)/.test(after) ||
    (/^(?:git|hg|svn)@/.test(address) && /^:\S/.test(after));
  const isShellTarget = shellLogin.test(before) || (after.startsWith(':') && shellCopy.test(before));
  // `weights@inputs.transpose(0)`; a bracket also follows addresses.
  const isCall =
    after.startsWith('(') &&
    !/\.(?:[a-z]{2}|com|org|net|edu|gov|info|biz|dev|app|name|example|test)$/i.test(address);
  return isHandle || isUserOfUrl || isRemote || isShellTarget || isCall;
}

function isOf(text: string, index: number, ascii: RegExp): boolean {
  const character = text[index] as string;
  return character.charCodeAt(0) < 128 ? ascii.test(character) : letter.test(character);
}
