import { saveFile } from '@/components/ui/save-file';

/**
 * Hands the browser a CSV file to save, UTF-8. The writer is fetched with the first press.
 * @param name without its ending
 */
export async function downloadCsv(
  name: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { csvText } = await import('@/lib/format/csv-text');
  saveFile(`${name}.csv`, [csvText(rows)], 'text/csv');
}
