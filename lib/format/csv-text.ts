import { stringify } from 'csv-stringify/browser/esm/sync';

/**
 * Rows as CSV: CRLF and quotes as RFC 4180 says. What a spreadsheet would run as a formula is made a text, and a line
 * break of either kind stays inside its quotes.
 */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: 'windows' },
  );
}
