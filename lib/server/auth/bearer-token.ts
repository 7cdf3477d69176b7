/** The token of an `Authorization` header; null if the header is missing or has another form than `Bearer TOKEN`. */
export const bearerToken = (header: string | null | undefined): string | null =>
  header?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
