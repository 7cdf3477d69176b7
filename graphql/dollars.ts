/** Converts micro-dollars to the dollars that the API returns. */
export function dollars(micros: number | bigint): number {
  return Number(micros) / 1_000_000;
}
