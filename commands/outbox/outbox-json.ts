import type { StoredEmail } from '@/lib/server/email/stored-emails';
import { visibleText } from './visible-text';

/** Writes e-mails as one JSON array of `{ id, kind, received, ...fields }`. */
export async function* outboxJson(emails: AsyncIterable<StoredEmail>) {
  let before = '[\n';
  for await (const { id, kind, params, createdAt } of emails) {
    const item = { id, kind: kind.toLowerCase(), received: createdAt.toISOString(), ...params };
    // What JSON leaves as it is and a terminal does not; the escapes mean the same.
    yield before + visibleText(JSON.stringify(item));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
