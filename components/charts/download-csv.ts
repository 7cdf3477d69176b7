/**
 * Hands the browser a CSV file to save, UTF-8. The writer is fetched with the first press.
 * @param name without its ending
 */
export async function downloadCsv(
  name: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { csvText } = await import('./csv-text');
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  // A task later: some browsers begin to read only then.
  setTimeout(() => URL.revokeObjectURL(url));
}
