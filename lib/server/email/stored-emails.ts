import type { EmailKind } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import type { Queries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';

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

/** An email as a form sent it, checked. */
export interface Email {
  kind: EmailKind;
  templateId: string;
  /** The template's fields, in the order of `templateParams`. */
  params: Record<string, string>;
}

/**
 * Stores an email once: an identical one within ten minutes is a form sent twice, or a retry.
 * @returns whether it was stored
 */
export function storeEmail(ctx: ServerContext, email: Email): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    if (await find(tx, ctx.now(), email)) return false;
    const { kind, templateId, params } = email;
    await tx.outboundEmail.create({
      data: { id: newId(ctx, 'email'), kind, templateId, params, createdAt: ctx.now() },
    });
    return true;
  });
}

/** Whether the same email has been stored within ten minutes. */
export const isStored = async (ctx: ServerContext, email: Email): Promise<boolean> =>
  (await find(ctx.db.prisma, ctx.now(), email)) !== null;

const find = (queries: Queries, now: Date, { kind, params }: Email) =>
  queries.outboundEmail.findFirst({
    where: {
      kind,
      createdAt: { gt: new Date(now.getTime() - limits.emailSend.retryWindow) },
      params: { equals: params },
    },
    select: { id: true },
  });
