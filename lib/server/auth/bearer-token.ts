/** The token of an `Authorization` header; null if the header is missing or has another form than `Bearer TOKEN`. */
export const bearerToken = (header: string | null | undefined): string | null =>
  header?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;

/** Where callers of other APIs have their keys. */
const otherHeaders = ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'];

/** What is wrong with the way in which a call sends its token; null if it sends none, or as it should. */
export function tokenFault(headers: Pick<Headers, 'get'>): string | null {
  const authorization = headers.get('authorization');
  if (authorization !== null)
    return bearerToken(authorization) === null
      ? 'The Authorization header has another form than "Bearer TOKEN", with the session token or API key.'
      : null;
  const other = otherHeaders.find((name) => headers.get(name) !== null);
  return other ? `The header ${other} isn't read. Send the key as "Authorization: Bearer KEY".` : null;
}
