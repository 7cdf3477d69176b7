/**
 * Saves a text file by the browser, UTF-8.
 * @param name with its extension
 * @param parts the text, in any number of pieces
 * @param type its media type: `text/csv`
 */
export function saveFile(name: string, parts: string[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A task later: some browsers start to read only then.
  setTimeout(() => URL.revokeObjectURL(url));
}
