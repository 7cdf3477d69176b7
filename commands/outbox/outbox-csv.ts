import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { EmailKind } from '@/lib/config/email';
import type { StoredEmail } from '@/lib/server/email/stored-emails';
import { templateParams } from '@/lib/validation/email';
import { visibleText } from './visible-text';

/** Writes e-mails of one kind as CSV with a header row; what a spreadsheet would take for a formula is escaped. */
export function outboxCsv(emails: AsyncIterable<StoredEmail>, kind: EmailKind): AsyncIterable<string> {
  const columns = ['id', 'received', ...Object.keys(templateParams[kind].shape)];
  const csv = stringify({ header: true, columns, escape_formulas: true, encoding: 'utf8' });
  const rows = Readable.from(cells(emails));
  rows.once('error', (error) => csv.destroy(error));
  return rows.pipe(csv).setEncoding('utf8');
}

async function* cells(emails: AsyncIterable<StoredEmail>) {
  for await (const { id, params, createdAt } of emails) {
    const texts = Object.entries(params).map(([name, text]) => [name, visibleText(text)]);
    yield { id, received: createdAt.toISOString(), ...Object.fromEntries(texts) };
  }
}
