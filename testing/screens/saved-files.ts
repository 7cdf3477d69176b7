import { onTestFinished } from 'vitest';

interface SavedFile {
  name: string;
  text: string;
}

/** Keeps the files that the page saves from now on, in place of the browser. */
export function watchSavedFiles(): () => Promise<SavedFile> {
  const saved: Promise<SavedFile>[] = [];
  const arrivals: (() => void)[] = [];
  let blob = new Blob();
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  URL.createObjectURL = (source) => {
    blob = source as Blob;
    return createObjectURL(source);
  };
  HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
    if (!this.download) return click.call(this);
    const name = this.download;
    saved.push(blob.text().then((text) => ({ name, text })));
    for (const arrived of arrivals.splice(0)) arrived();
  };
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  });
  let taken = 0;
  /** The next file, in order. */
  return async () => {
    const index = taken++;
    while (!saved[index]) await new Promise<void>((resolve) => arrivals.push(resolve));
    return saved[index];
  };
}
