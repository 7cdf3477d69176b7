import type { Queries } from '@/lib/server/database/database';
import { emailSettings } from '@/lib/server/email/email-settings';
import { countEmails, type StoredEmail, storedEmails } from '@/lib/server/email/stored-emails';
import { outboxCsv } from './outbox-csv';
import { outboxJson } from './outbox-json';
import type { OutboxOptions } from './outbox-options';
import { outboxTable } from './outbox-table';

/** What the command prints, piece by piece: the outbox may be larger than the memory. */
export async function* writeOutbox(read: Queries, options: OutboxOptions): AsyncGenerator<string> {
  const { kinds, format, limit, search, since } = options;
  const filters = kinds.map((kind) => ({ kind, search, since }));
  switch (format) {
    case 'json':
      yield* outboxJson(inTurn(filters.map((filter) => first(limit, storedEmails(read, filter)))));
      return;
    case 'csv':
      for (const filter of filters) yield* outboxCsv(first(limit, storedEmails(read, filter)), filter.kind);
      return;
    case 'table':
      for (const filter of filters) {
        const received = await countEmails(read, filter);
        const { ownOrigin } = emailSettings(filter.kind);
        const emails = first(limit, storedEmails(read, filter));
        yield* outboxTable(emails, { kind: filter.kind, received, ownOrigin });
      }
  }
}

async function* inTurn(lists: AsyncIterable<StoredEmail>[]) {
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
