import { stringify } from 'csv-stringify/browser/esm/sync';

/**
 * Rows as CSV, with CRLF and quotes as in RFC 4180. A value that a spreadsheet would run as a formula becomes text, and
 * a line break of either kind stays inside its quotes.
 */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: 'windows' },
  );
}
