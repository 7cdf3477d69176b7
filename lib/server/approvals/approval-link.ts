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

/** A message of ours for a reader who may not decide: the link that it contains loses its signature. */
export const withoutSignatures = (message: string): string =>
  message.replace(/(apr_[0-9a-z]{20})-[\w-]+/g, '$1-…');

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
