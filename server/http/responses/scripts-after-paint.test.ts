import vm from 'node:vm';
import { expect, test } from 'vitest';
import { scriptsAfterPaint } from '@/server/http/responses/documents';

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

/** Runs the inline scripts as a browser would, and returns what was requested at each moment. */
function open({ hidden = false, reportsPaint = true, observes = true } = {}) {
  const requested: object[] = [];
  const reactions: Record<string, () => void> = {};
  class PerformanceObserver {
    constructor(private readonly react: () => void) {}
    observe({ type }: { type: string }) {
      if (reportsPaint) reactions[type] = this.react;
    }
  }
  const globals = {
    inline: () => undefined,
    document: {
      hidden,
      createElement: (name: string) => ({ name }),
      head: { append: (element: object) => requested.push(element) },
    },
    addEventListener: (type: string, react: () => void) => {
      reactions[type] = react;
    },
    setTimeout: (react: () => void, milliseconds: number) => {
      reactions[milliseconds] = react;
    },
    ...(observes && { PerformanceObserver }),
  };
  for (const [, text = ''] of changed.matchAll(/<script>(.*?)<\/script>/g)) vm.runInNewContext(text, globals);
  const after = (...moments: (string | number)[]) => {
    for (const moment of moments) reactions[moment]?.();
    return [...requested];
  };
  // A browser reports the first paint, and then the first one with content.
  return { atOnce: after(), loaded: after('load'), painted: after('paint', 'paint'), inTheEnd: after(1_000) };
}

const files = ['a', 'c'].map((name) => ({
  name: 'script',
  src: `/_next/static/chunks/${name}.js`,
  async: true,
}));

test('a page requests its scripts once it is painted, each once', () => {
  expect(open()).toEqual({ atOnce: [], loaded: [], painted: files, inTheEnd: files });
});

test('a page in the background, which is never painted there, requests its scripts at once', () => {
  expect(open({ hidden: true })).toEqual({ atOnce: files, loaded: files, painted: files, inTheEnd: files });
});

test.each([
  ['a browser that reports no paint', { reportsPaint: false }],
  ['a browser that has no PerformanceObserver', { observes: false }],
])('%s requests the scripts a second after the page has loaded', (_, browser) => {
  expect(open(browser)).toEqual({ atOnce: [], loaded: [], painted: [], inTheEnd: files });
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
