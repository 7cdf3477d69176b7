import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { environment } from '@/lib/server/runtime/environment';
import { linkOptions } from '@/lib/validation/workflows';

type LinkContext = Pick<ServerContext, 'keys' | 'now'>;

/**
 * A link that opens a file without a token until it expires.
 * @param id of a file, or of a job: what the job has to download; or of a bulk run: its sheet
 * @param expires_in seconds for which it works, by default an hour
 * @param query the rest of the address, which can't be changed either
 * @throws AppError BAD_USER_INPUT
 */
export async function fileLink(
  { keys, now }: LinkContext,
  id: string,
  expires_in?: number | null,
  query = '',
): Promise<string> {
  const { expires_in: seconds } = parseInput(linkOptions, { expires_in });
  const expires = Math.floor(now().getTime() / 1_000) + seconds;
  const signature = await keys.sign('file links', signedText(id, query, expires));
  const before = query === '' ? '' : `${query}&`;
  return `${environment.publicUrl}/api/files/${id}?${before}expires=${expires}&signature=${signature}`;
}

const signedText = (id: string, query: string, expires: number | string): string =>
  `${query === '' ? id : `${id}?${query}`}.${expires}`;

/** Whether a signed link's parameters allow the download. */
export type LinkState = 'valid' | 'expired' | 'forged';

export async function linkState(
  { keys, now }: LinkContext,
  id: string,
  { expires, signature, query = '' }: { expires: string; signature: string; query?: string },
): Promise<LinkState> {
  const isSigned =
    /^\d{1,12}$/.test(expires) &&
    (await keys.isSignedBy('file links', signedText(id, query, expires), signature));
  if (!isSigned) return 'forged';
  return Number(expires) * 1_000 > now().getTime() ? 'valid' : 'expired';
}
