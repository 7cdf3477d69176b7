const READ = 4_000;
const delimiters = [';', '\t', '|', ','];

/** What separates the cells of a table: the character that each of its first lines has equally often; null for none. */
export function findDelimiter(text: string): string | null {
  const lines = text.slice(0, READ).split(/\r?\n/);
  // The last line may have been cut.
  if (text.length > READ) lines.pop();
  const rows = lines.filter((line) => line.trim() !== '').map(withoutQuoted);
  if (rows.length < 2) return null;
  return (
    delimiters.find((delimiter) => {
      const [first = 0, ...rest] = rows.map((row) => row.split(delimiter).length);
      return first > 1 && rest.every((cells) => cells === first);
    }) ?? null
  );
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"?/g, '');
