import vm from 'node:vm';
import { expect, test } from 'vitest';
import { placeholders } from './placeholders';
import { removeDuplicateText } from './remove-duplicate-text';

const text = `<h2 id="a">A – “b” </h2>${'<p>é &lt;b> $& {x}</p>'.repeat(80)}`;
const row = `39:T${Buffer.byteLength(text).toString(16)},${text}`;
const data = `1:"$Sreact.fragment"\n${row}3a:["$","div",null,{"html":"$39","end":"</script><!--"}]\n`;

const script = (body: string) => `<script>${body}</script>`;
/** As Next writes a piece, escaped so that it can't end its script. */
const piece = (part: string) =>
  script(
    `self.__next_f.push([1,${JSON.stringify(part).replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}])`,
  );
const begin = script('(self.__next_f=self.__next_f||[]).push([0])');
const markup = `<!DOCTYPE html><body><div data-static-text="" class="prose">${text}</div>`;
const page = (pieces: string[], before = markup) =>
  `${before}${begin}${pieces.map(piece).join('')}<i>end</i></body>`;

/** What React is given by the scripts of a document. */
function dataIn(html: string): string {
  const pushed: [number, string?][] = [];
  const self = { __next_f: pushed };
  const inner = /data-static-text=""[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1];
  const document = { querySelector: (name: string) => name === '[data-static-text]' && { innerHTML: inner } };
  for (const [, body = ''] of html.matchAll(/<script>([\s\S]*?)<\/script>/g))
    vm.runInNewContext(body, { self, document, TextEncoder });
  return pushed.map(([, part = '']) => part).join('');
}

test.each([
  ['in one piece', [data]],
  ['in pieces', [data.slice(0, 40), data.slice(40, 900), data.slice(900)]],
])(
  'a text that the markup has, in data %s, is said once, and React is given what it was given',
  (_, parts) => {
    const once = removeDuplicateText(page(parts), placeholders);
    expect(once.split('é &lt;b>')).toHaveLength(81);
    expect(once.length).toBeLessThan(page(parts).length - text.length);
    expect(dataIn(once)).toBe(data);
    expect(once).toMatch(/<i>end<\/i><\/body>$/);
  },
);

test('a text that the markup has not stays in the data: behind the guard nothing is drawn yet', () => {
  for (const before of ['<!DOCTYPE html><body>', markup.replace('<p>', '<p>x')]) {
    const once = removeDuplicateText(page([data], before), placeholders);
    expect(dataIn(once)).toBe(data);
    expect(once).toContain(JSON.stringify(text).slice(1, 20).replaceAll('<', '\\u003c'));
  }
});

test('the pieces of any page become one', () => {
  const once = removeDuplicateText(page(['1:"a"\n', '2:"b"\n'], '<!DOCTYPE html><body>'), placeholders);
  expect(once.match(/__next_f\.push\(\[1,/g)).toHaveLength(1);
  expect(dataIn(once)).toBe('1:"a"\n2:"b"\n');
});

test('a document without such data stays as it is', () => {
  expect(removeDuplicateText(markup, placeholders)).toBe(markup);
});

test('placeholders are replaced in markup and data alike, also in the text that is said once and across pieces', () => {
  const values = { ...placeholders, PUBLIC_URL: 'https://a.example' };
  const named = (origin: string) => {
    const prose = `${text}<a href="${origin}/é">${origin}</a>`;
    const size = Buffer.byteLength(prose).toString(16);
    return {
      before: `<!DOCTYPE html><link rel="canonical" href="${origin}/é"><body><div data-static-text="">${prose}</div>`,
      data: `1:"$Sreact.fragment"\n39:T${size},${prose}3a:["$","link",null,{"href":"${origin}/é"}]\n`,
    };
  };
  const built = named(placeholders.PUBLIC_URL);
  const cut = built.data.lastIndexOf(placeholders.PUBLIC_URL) + 9;
  const pieces = [built.data.slice(0, 30), built.data.slice(30, cut), built.data.slice(cut)];
  const filled = named(values.PUBLIC_URL);
  const sent = removeDuplicateText(page(pieces, built.before), values);
  expect(sent.startsWith(filled.before)).toBe(true);
  expect(sent).not.toContain('.invalid');
  expect(sent.split('é &lt;b>')).toHaveLength(81);
  expect(dataIn(sent)).toBe(filled.data);
  expect(removeDuplicateText(built.before, values)).toBe(filled.before);
});
