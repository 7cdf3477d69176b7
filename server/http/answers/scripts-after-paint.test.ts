import vm from 'node:vm';
import { expect, test } from 'vitest';
import { scriptsAfterPaint } from './scripts-after-paint';

const document = [
  '<!DOCTYPE html><html><head>',
  '<link rel="preload" href="/_next/static/media/inter.woff2" as="font"/>',
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/c.js"/>',
  '<script src="/_next/static/chunks/a.js" async=""></script>',
  '<script src="/_next/static/chunks/old.js" noModule=""></script></head>',
  '<body><main>Text</main><script>inline()</script>',
  '<script src="/_next/static/chunks/c.js" async=""></script></body></html>',
].join('');

const changed = scriptsAfterPaint(document);

/** Runs the inline scripts as a browser would, and returns what was requested before and after the first paint. */
function open({ hidden }: { hidden: boolean }) {
  const requested: object[] = [];
  let paint = () => {};
  class PerformanceObserver {
    constructor(private readonly react: (entries: object, observer: PerformanceObserver) => void) {}
    observe({ type }: { type: string }) {
      if (type === 'paint') paint = () => this.react([], this);
    }
    disconnect() {
      paint = () => {};
    }
  }
  const globals = {
    inline: () => undefined,
    document: {
      hidden,
      createElement: (name: string) => ({ name }),
      head: { append: (element: object) => requested.push(element) },
    },
    PerformanceObserver,
  };
  for (const [, text = ''] of changed.matchAll(/<script>(.*?)<\/script>/g)) vm.runInNewContext(text, globals);
  const atOnce = [...requested];
  // A browser reports the first paint, and then the first one with content.
  paint();
  paint();
  return { atOnce, afterPaint: requested };
}

const files = ['a', 'c'].map((name) => ({
  name: 'script',
  src: `/_next/static/chunks/${name}.js`,
  async: true,
}));

test('a page requests its scripts once it is painted, each once', () => {
  expect(open({ hidden: false })).toEqual({ atOnce: [], afterPaint: files });
});

test('a page in the background, which is never painted there, requests its scripts at once', () => {
  expect(open({ hidden: true })).toEqual({ atOnce: files, afterPaint: files });
});

test('neither a tag nor a preload of those scripts is left; text, inline scripts and scripts of old browsers stay', () => {
  expect(changed.match(/<(?:script|link)[^>]*(?:src|href)=[^>]*>/g)).toEqual([
    '<link rel="preload" href="/_next/static/media/inter.woff2" as="font"/>',
    '<script src="/_next/static/chunks/old.js" noModule="">',
  ]);
  expect(changed).toContain('<main>Text</main><script>inline()</script><script>');
  expect(changed).toMatch(/<\/script><\/body><\/html>$/);
});

test('a document without scripts stays as it is', () => {
  expect(scriptsAfterPaint('<p>Text</p></body>')).toBe('<p>Text</p></body>');
});
