/** Micro-dollars as the dollars that leave the server. */
export function dollars(micros: number | bigint): number {
  return Number(micros) / 1_000_000;
}
