import { vi } from 'vitest';

interface SavedFile {
  name: string;
  text: Promise<string>;
}

/** Keeps the files that the page saves from now on, in place of the browser, in their order. */
export function watchSavedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  let last = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => {
    last = source as Blob;
    return 'blob:kept';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: last.text() });
  });
  return files;
}
