/**
 * The network address that a request came from. It is `unknown` without the server in front, which sets the header to
 * the one address it trusts (server/http/requests/forwarded-address.ts).
 */
export const clientAddress = (request: Request): string =>
  request.headers.get('x-forwarded-for') ?? 'unknown';
