import type { EmailKind } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import type { Queries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';

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
