/**
 * Hands the browser a CSV file to save: UTF-8, a header line, CRLF as RFC 4180 says. What a spreadsheet would run as a
 * formula is made a text.
 * @param name without its ending
 */
export async function downloadCsv(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([columns, ...rows] as (string | number)[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
