/**
 * The network address that a request came from; `unknown` without our server in front, which overwrites the
 * header with the one address it trusts (server/http/requests/client-address.ts).
 */
export const clientAddress = (request: Request): string =>
  request.headers.get('x-forwarded-for') ?? 'unknown';
