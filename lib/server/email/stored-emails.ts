import type { EmailKind } from '@/lib/config/email-templates';
import type { Queries } from '@/lib/server/database/database';
import type { Email } from '@/lib/server/email/store-email';

const PAGE = 500;

/** An email as it was received. */
export interface StoredEmail extends Pick<Email, 'kind' | 'params'> {
  id: string;
  createdAt: Date;
}

interface EmailFilter {
  kind: EmailKind;
  /** The earliest time of an email. */
  since: Date | null;
  /** Text that a field or the id contains, in any case; empty for all emails. */
  search: string;
}

/** How many emails were received, regardless of the search. */
export function countEmails(read: Queries, { kind, since }: EmailFilter): Promise<number> {
  return read.outboundEmail.count({ where: { kind, ...(since && { createdAt: { gte: since } }) } });
}

/** The emails that match a filter, newest first, with one page in memory at a time. */
export async function* storedEmails(read: Queries, filter: EmailFilter): AsyncGenerator<StoredEmail> {
  const wanted = comparable(filter.search);
  for await (const { id, kind, params, createdAt } of allEmails(read, filter)) {
    const email = { id, kind, params: params as Email['params'], createdAt };
    const fields = [id, ...Object.values(email.params)];
    if (fields.some((field) => comparable(field).includes(wanted))) yield email;
  }
}

async function* allEmails(read: Queries, { kind, since }: EmailFilter) {
  let last: { id: string; createdAt: Date } | undefined;
  do {
    const rows = await read.outboundEmail.findMany({
      where: {
        kind,
        createdAt: { ...(since && { gte: since }), ...(last && { lte: last.createdAt }) },
        ...(last && { OR: [{ createdAt: { lt: last.createdAt } }, { id: { lt: last.id } }] }),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: PAGE,
    });
    yield* rows;
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

/** SQLite ignores case only for ASCII, and é can be written in two ways. */
const comparable = (text: string) => text.normalize('NFKC').toUpperCase();
