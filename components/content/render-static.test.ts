import { createElement, Fragment, type HTMLAttributes, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Picture } from './pictures/picture';
import { renderStatic } from './render-static';

/** As the bundler gives a client component to server code. */
const Island = Object.assign((_props: { name: string }) => null, {
  $$typeof: Symbol.for('react.client.reference'),
});
const Framed = async ({ title, children }: { title: string; children?: ReactNode }) =>
  createElement('aside', { 'aria-label': title, className: 'a b' }, children);

const htmlOf = async (node: ReactNode) => (await renderStatic(node)).html;

test('server components, asynchronous ones included, become the HTML that React would make', async () => {
  const node = createElement(
    Fragment,
    null,
    createElement(Framed, { title: '"a" & <b>' }, 'x < y & z', false, null, 3),
    [createElement('time', { key: 1, dateTime: '2026-01-01' }, 'day'), '\n'],
    createElement('section', { 'data-scroll-box': '', tabIndex: 0, hidden: true, title: undefined }),
    createElement('span', { 'aria-hidden': true }, '#'),
    createElement('br'),
  );
  expect(await htmlOf(node)).toBe(
    '<aside aria-label="&#x22;a&#x22; &#x26; <b>" class="a b">x &#x3C; y &#x26; z3</aside>' +
      '<time datetime="2026-01-01">day</time>\n' +
      '<section data-scroll-box="" tabindex="0" hidden></section><span aria-hidden="true">#</span><br>',
  );
});

test('HTML that is given stays as it is', async () => {
  const html = '<b class="x">a &amp; b</b>';
  const props = { dangerouslySetInnerHTML: { __html: html } };
  expect(await htmlOf(createElement('code', props))).toBe(`<code>${html}</code>`);
});

test('a drawing keeps the attributes of SVG as they are spelled', async () => {
  const html = await htmlOf(createElement(Picture, { of: 'architecture' }));
  expect(html).toMatch(
    /<svg role="img" aria-label="[^"]+" aria-describedby="[^"]+" viewBox="0 0 \d+ \d+" class="/,
  );
  expect(html).toMatch(/<rect x="\d+" y="\d+" width="\d+" height="\d+" rx="8"><\/rect>/);
});

test('client components are islands: places in the text, in its order', async () => {
  const island = (name: string) => createElement(Island, { name });
  const { html, islands } = await renderStatic([
    createElement(Framed, { key: 1, title: 't' }, island('first')),
    createElement('p', { key: 2 }, 'text'),
    createElement(Fragment, { key: 3 }, island('second')),
  ]);
  expect(html.replace(/<p>.*<\/p>/, '')).toBe(
    '<aside aria-label="t" class="a b"><div data-island></div></aside><div data-island></div>',
  );
  expect(islands.map(({ props }) => props)).toEqual([{ name: 'first' }, { name: 'second' }]);
});

test.each([
  ['a handler', { onClick: () => undefined }],
  ['a style, which the content security policy stops', { style: { color: 'red' } }],
])('%s fails the build', async (_, props) => {
  await expect(htmlOf(createElement<HTMLAttributes<HTMLElement>>('p', props))).rejects.toThrow(
    "can't be written as HTML",
  );
});
