/**
 * Hands the browser a text file to save, UTF-8.
 * @param name with its ending
 * @param parts the text, in as many pieces as it was made in
 * @param type its media type: `text/csv`
 */
export function saveFile(name: string, parts: string[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A task later: some browsers begin to read only then.
  setTimeout(() => URL.revokeObjectURL(url));
}
