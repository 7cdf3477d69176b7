/** Converts micro-dollars to the dollars that the API returns. */
export function dollars(micros: number | bigint): number {
  return Number(micros) / 1_000_000;
}

/** Converts nano-dollars to the dollars that the API returns; null if the amount isn't known. */
export function nanoDollars(nanos: number | bigint | null): number | null {
  return nanos === null ? null : Number(nanos) / 1_000_000_000;
}
