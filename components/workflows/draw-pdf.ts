// The build for browsers that are a few years old.
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A page on a canvas as wide as its place. */
export interface DrawnPage {
  /** From 1. */
  number: number;
  /** Pages of the whole file. */
  count: number;
  canvas: HTMLCanvasElement;
  /** Its text, up to `mostText` characters. */
  text: string;
}

const mostText = 10_000;
/** Pixels of a canvas: 16 MB. */
const mostPixels = 4_000_000;
/** Pixels that a canvas may be wide or high. */
const longestSide = 8_192;

// The worker's file as it is in the package. The bundler would divide a worker that it sees being made, and the policy of
// the first part's response lets it load no other.
GlobalWorkerOptions.workerSrc = new URL(
  '../../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs',
  import.meta.url,
).href;

interface Drawing {
  /** CSS pixels. */
  width: number;
  /** Pages. */
  most: number;
  /** Ends the drawing. */
  signal: AbortSignal;
}

/**
 * Draws the first pages of a PDF file, one by one. Nothing in the file runs, and nothing outside it is fetched: fonts,
 * character maps, and decoders aren't looked for elsewhere. Links and forms are only drawn.
 *
 * @param data its bytes, which are gone afterwards
 * @throws Error if it's damaged or protected by a password, or the signal ends it
 */
export async function* drawPdf(
  data: ArrayBuffer,
  { width, most, signal }: Drawing,
): AsyncGenerator<DrawnPage> {
  signal.throwIfAborted();
  const opening = getDocument({
    data: new Uint8Array(data),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    maxImageSize: 4 * mostPixels,
  });
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  try {
    const pdf = await Promise.race([opening.promise, stopped]);
    const count = pdf.numPages;
    if (count === 0) throw new Error('The file has no pages.');
    for (let number = 1; number <= Math.min(count, most); number++) {
      const drawn = drawPage(await Promise.race([pdf.getPage(number), stopped]), width);
      yield { number, count, ...(await Promise.race([drawn, stopped])) };
    }
  } finally {
    // Ends the worker, too.
    await opening.destroy();
  }
}

async function drawPage(page: PDFPageProxy, width: number): Promise<Pick<DrawnPage, 'canvas' | 'text'>> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(
    (width * devicePixelRatio) / natural.width,
    Math.sqrt(mostPixels / (natural.width * natural.height)),
    longestSide / Math.max(natural.width, natural.height),
  );
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.className = 'block h-auto w-full';
  await page.render({ canvas, viewport }).promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  return { canvas, text: text.slice(0, mostText) };
}
