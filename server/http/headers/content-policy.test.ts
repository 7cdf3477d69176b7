import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { documentPolicy } from './content-policy';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The sources of one directive. */
const sources = (directive: string, document: Parameters<typeof documentPolicy>[0]) =>
  documentPolicy(document)
    .split('; ')
    .map((part) => part.split(' '))
    .find(([name]) => name === directive)
    ?.slice(1);

test('a page without anything inline has files of this origin alone', () => {
  const html = ['<p>Text</p><script src="/a.js" async=""></script><link rel="stylesheet" href="/a.css">'];
  expect(sources('script-src', { html })).toEqual(["'self'"]);
  expect(sources('style-src', { html })).toEqual(["'self'"]);
  expect(sources('style-src-attr', { html })).toEqual(["'none'"]);
  expect(sources('connect-src', { html })).toEqual(["'self'"]);
});

test('the inline scripts of the build are let through by hash, each once, and no others', () => {
  const html = ['<script>first()</script><script id="x">é\n()</script>', '<script>first()</script>'];
  expect(sources('script-src', { html })).toEqual(["'self'", hash('first()'), hash('é\n()')]);
});

test('data in a script element needs no leave', () => {
  const html = ['<script type="application/ld+json">{"@type":"FAQPage"}</script>'];
  expect(sources('script-src', { html })).toEqual(["'self'"]);
});

test('styles of the build are let through by hash, attributes as the browser reads them', () => {
  const html = [
    '<style>p{}</style><i class="a" style="left:1%"></i><i style="font:&quot;A&amp;B&quot;"></i><script>"<i style=\\"x\\">"</script>',
  ];
  expect(sources('style-src', { html })).toEqual(["'self'", hash('p{}')]);
  expect(sources('style-src-attr', { html })).toEqual([
    "'unsafe-hashes'",
    hash('left:1%'),
    hash('font:"A&B"'),
  ]);
});

test('a nonce and the e-mail service are named where they are needed', () => {
  const document = { html: [''], nonce: 'n-1', connectTo: ['https://api.emailjs.com'] };
  expect(sources('script-src', document)).toEqual(["'self'", "'nonce-n-1'"]);
  expect(sources('connect-src', document)).toEqual(["'self'", 'https://api.emailjs.com']);
});

test('no page may be framed, embed, move its base or run what an attribute says', () => {
  const html = [''];
  for (const directive of ['frame-ancestors', 'frame-src', 'object-src', 'base-uri', 'script-src-attr'])
    expect(sources(directive, { html }), directive).toEqual(["'none'"]);
  expect(documentPolicy({ html })).not.toMatch(/unsafe-(inline|eval)/);
});
