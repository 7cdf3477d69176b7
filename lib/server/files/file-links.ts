import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { environment } from '@/lib/server/runtime/environment';
import { linkOptions } from '@/lib/validation/workflows';

type LinkContext = Pick<ServerContext, 'keys' | 'now'>;

/**
 * A link that opens a file without a token until it expires.
 * @param id of a file, or of a job: what the job has to download
 * @param expires_in seconds for which it works, by default an hour
 * @throws AppError BAD_USER_INPUT
 */
export async function fileLink(
  { keys, now }: LinkContext,
  id: string,
  expires_in?: number | null,
): Promise<string> {
  const { expires_in: seconds } = parseInput(linkOptions, { expires_in });
  const expires = Math.floor(now().getTime() / 1_000) + seconds;
  const signature = await keys.sign('file links', `${id}.${expires}`);
  return `${environment.publicUrl}/api/files/${id}?expires=${expires}&signature=${signature}`;
}

/** Whether a signed link's parameters allow the download. */
export type LinkState = 'valid' | 'expired' | 'forged';

export async function linkState(
  { keys, now }: LinkContext,
  id: string,
  { expires, signature }: { expires: string; signature: string },
): Promise<LinkState> {
  const isSigned =
    /^\d{1,12}$/.test(expires) && (await keys.isSignedBy('file links', `${id}.${expires}`, signature));
  if (!isSigned) return 'forged';
  return Number(expires) * 1_000 > now().getTime() ? 'valid' : 'expired';
}
