/** US dollars as whole nano-dollars, the unit in which costs are stored. */
export const nanosOfDollars = (dollars: number): number => Math.round(dollars * 1e9);

/** Stored nano-dollars as US dollars; null if the amount isn't known. */
export function dollarsOfNanos(nanos: number | bigint): number;
export function dollarsOfNanos(nanos: number | bigint | null): number | null;
export function dollarsOfNanos(nanos: number | bigint | null): number | null {
  return nanos === null ? null : Number(nanos) / 1e9;
}
