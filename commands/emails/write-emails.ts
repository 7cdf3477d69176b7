import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { type EmailKind, isOwnEmail } from '@/lib/config/email-templates';
import type { Queries } from '@/lib/server/database/database';
import { emailSettings } from '@/lib/server/email/email-settings';
import { countEmails, type StoredEmail, storedEmails } from '@/lib/server/email/stored-emails';
import { templateParams } from '@/lib/validation/email';
import type { EmailOptions } from './email-options';

/** The command's output, piece by piece: the list may be larger than the memory. */
export async function* writeEmails(read: Queries, options: EmailOptions): AsyncGenerator<string> {
  const { kinds, format, limit, search, since } = options;
  const filters = kinds.map((kind) => ({ kind, search, since }));
  switch (format) {
    case 'json':
      yield* jsonArray(concatenated(filters.map((filter) => first(limit, storedEmails(read, filter)))));
      return;
    case 'csv':
      for (const filter of filters) yield* csv(first(limit, storedEmails(read, filter)), filter.kind);
      return;
    case 'table':
      for (const filter of filters) {
        const received = await countEmails(read, filter);
        const ownOrigin = isOwnEmail(emailSettings(filter.kind));
        const emails = first(limit, storedEmails(read, filter));
        yield* table(emails, { kind: filter.kind, received, ownOrigin });
      }
  }
}

async function* concatenated(lists: AsyncIterable<StoredEmail>[]) {
  for (const list of lists) yield* list;
}

async function* first(limit: number, emails: AsyncIterable<StoredEmail>) {
  let left = limit;
  for await (const email of emails) {
    yield email;
    left -= 1;
    if (left === 0) return;
  }
}

/** One JSON array of `{ id, kind, received, ...fields }`. */
async function* jsonArray(emails: AsyncIterable<StoredEmail>) {
  let before = '[\n';
  for await (const { id, kind, params, createdAt } of emails) {
    const item = { id, kind: kind.toLowerCase(), received: createdAt.toISOString(), ...params };
    // JSON leaves some characters as they are that a terminal acts on; the escapes mean the same.
    yield before + visibleText(JSON.stringify(item));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** CSV of one kind with a header row; text that a spreadsheet would take for a formula is escaped. */
function csv(emails: AsyncIterable<StoredEmail>, kind: EmailKind): AsyncIterable<string> {
  const columns = ['id', 'received', ...Object.keys(templateParams[kind].shape)];
  const lines = stringify({ header: true, columns, escape_formulas: true, encoding: 'utf8' });
  const rows = Readable.from(cells(emails));
  rows.once('error', (error) => lines.destroy(error));
  return rows.pipe(lines).setEncoding('utf8');
}

async function* cells(emails: AsyncIterable<StoredEmail>) {
  for await (const { id, params, createdAt } of emails) {
    const texts = Object.entries(params).map(([name, text]) => [name, visibleText(text)]);
    yield { id, received: createdAt.toISOString(), ...Object.fromEntries(texts) };
  }
}

const TABLE_WIDTH = 80;
const titles: Record<EmailKind, string> = { WAITLIST: 'Waitlist requests', CONTACT: 'Contact messages' };
const origins: Record<EmailKind, string> = {
  WAITLIST: 'A request arrives here when a visitor joins the waitlist on the landing page.',
  CONTACT: 'A message arrives here when a visitor sends the form at /contact.',
};

interface TableFacts {
  kind: EmailKind;
  /** How many were received, before the search and the limit. */
  received: number;
  /** Whether the forms send to this site, not to EmailJS. */
  ownOrigin: boolean;
}

/** A list for people, one field per line, 80 columns wide if the text has spaces. */
async function* table(emails: AsyncIterable<StoredEmail>, { kind, received, ownOrigin }: TableFacts) {
  const heading = `${titles[kind]}: ${received}`;
  yield `${heading}\n${'='.repeat(heading.length)}\n\n`;
  let shown = 0;
  for await (const email of emails) {
    shown += 1;
    yield tableRecord(email);
  }
  if (received === 0) yield `Nothing yet. ${origins[kind]}\n\n`;
  else if (shown < received) yield `${shown} of ${received} shown.\n\n`;
  if (!ownOrigin) yield 'EmailJS is configured: what is sent now goes to EmailJS, not here.\n\n';
}

function tableRecord({ id, kind, params, createdAt }: StoredEmail): string {
  const names = Object.keys(templateParams[kind].shape);
  const label = Math.max(...names.map((name) => name.length)) + 2;
  const fields = names.map((name) => {
    const texts = wrapped(params[name] ?? '', TABLE_WIDTH - label);
    return texts.map((text, index) => ((index === 0 ? name : '').padEnd(label) + text).trimEnd()).join('\n');
  });
  const received = createdAt.toISOString().replace('T', ' ').replace(/\..*/, ' UTC');
  return `${received}  ${id}\n${fields.join('\n')}\n\n`;
}

function wrapped(text: string, width: number): string[] {
  const fitting = new RegExp(`.{1,${width}}(?=\\s|$)\\s?|.{1,${width}}`, 'gsu');
  return visibleText(text)
    .replaceAll('\t', '  ')
    .split(/\r?\n/)
    .flatMap((line) => line.match(fitting) ?? ['']);
}

/**
 * Text that can't control a terminal or hide in it. Control characters, characters that change the writing direction
 * and characters without width become their escapes (`\u001b`). Line breaks and tabs stay.
 */
function visibleText(text: string): string {
  return text.replace(
    /(?!\r\n|[\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu,
    (character) => character.split('').map(escaped).join(''),
  );
}

// By UTF-16 units, as JSON reads them.
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
