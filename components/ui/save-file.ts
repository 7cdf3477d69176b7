/**
 * Saves a file by the browser.
 * @param name with its extension
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A task later: some browsers start to read only then.
  setTimeout(() => URL.revokeObjectURL(url));
}

/**
 * Saves a text by the browser, UTF-8.
 * @param parts the text, in any number of pieces
 * @param type its media type: `text/csv`
 */
export const saveText = (name: string, parts: string[], type: string): void =>
  saveFile(name, new Blob(parts, { type: `${type};charset=utf-8` }));
