/** The account that the console has to carry (its issue's bar), and where two years of it begin. */
export const size = { users: 5_000, keys: 20_000, events: 200_000, days: 731, months: 24 };

/** Who signs in to it. */
export const ADMIN = 'admin@big.example';
export const PASSWORD = 'correct horse battery';

const PART = 2_500;

/** Rows in parts small enough for one transaction. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) =>
    rows.slice(part * PART, (part + 1) * PART),
  );
}
