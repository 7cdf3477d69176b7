import { allows } from '@/lib/config/access';
import type { Viewer } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { environment } from '@/lib/server/runtime/environment';
import { type Approval, Prisma } from '@/prisma/generated/prisma/client';

/** The request that a link is bound to. */
type LinkedRequest = Pick<Approval, 'id' | 'jobId' | 'position' | 'expiresAt'>;

/** The address of a page on which a request can be decided without signing in. It works as long as the request is open. */
export const approvalLink = async (
  ctx: Pick<ServerContext, 'keys'>,
  request: LinkedRequest,
): Promise<string> =>
  `${environment.publicUrl}/approvals/${request.id}-${await ctx.keys.sign('approval links', signedText(request))}`;

/** Whether a viewer may decide requests of a user's jobs, and so have links to them. */
export const mayDecide = (viewer: Viewer, { userId }: Pick<Approval, 'userId'>): boolean =>
  allows(viewer, userId === viewer.user.id ? 'write' : 'admin:write');

/**
 * A text for a reader who may not decide: links that a message or its response contains lose their signatures. Receivers
 * return what they got in many forms, so a link is also found percent-encoded, escaped as in JSON or HTML, and in Base64.
 */
export const withoutSignatures = (text: string): string =>
  text.replaceAll(link, '$1-…').replaceAll(/[\w+/-]{80,}={0,2}/g, (run) => (isBase64OfLink(run) ? '…' : run));

const escapes = (hex: string, decimal: string): string =>
  String.raw`%(?:25){0,3}${hex}|\\{1,8}(?:u00|x)${hex}|&#(?:x0{0,6}${hex}|0{0,6}${decimal});`;
const written = (character: string): string => {
  const code = character.charCodeAt(0);
  return `(?:${character}|${escapes(code.toString(16), String(code))})`;
};
/** A character of an id or a signature. */
const any = String.raw`(?:[\w-]|${escapes('[0-9a-f]{2}', '[0-9]{2,3}')})`;
const link = new RegExp(`(${[...'apr_'].map(written).join('')}${any}{20})${written('-')}${any}{1,43}`, 'gi');

/** Of a text in Base64, each character stands for another part of it, depending on where the text begins. */
const isBase64OfLink = (run: string): boolean =>
  [0, 1, 2, 3].some((skipped) => {
    const decoded = Buffer.from(run.slice(skipped), 'base64').toString('latin1');
    return decoded.search(link) >= 0;
  });

const signedText = ({ id, jobId, position, expiresAt }: LinkedRequest): string =>
  [id, jobId, position, expiresAt.getTime()].join('.');

/** An id and a signature: HMAC-SHA256 in base64url. */
const parts = /^(apr_[0-9a-z]{20})-([\w-]{43})$/;

/** The request that a link's token leads to; null if there is none, or the token isn't this server's. */
export async function requestOf(
  { keys }: Pick<ServerContext, 'keys'>,
  rows: SqlReader,
  token: string,
): Promise<(LinkedRequest & Pick<Approval, 'accountId'>) | null> {
  const [, id, signature] = parts.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const [request] = await rows<LinkedRequest & Pick<Approval, 'accountId'>>(Prisma.sql`
    SELECT "id", "jobId", "position", "expiresAt", "accountId" FROM "Approval" WHERE "id" = ${id}`);
  if (!request) return null;
  const isSigned = await keys.isSignedBy('approval links', signedText(request), signature);
  return isSigned ? request : null;
}
