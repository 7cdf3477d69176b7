import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WholeWords } from './whole-words';

const partsOf = (text: string) =>
  renderToStaticMarkup(createElement(WholeWords, { text }))
    .replace(/<\/?bdi[^>]*>/g, '')
    .split('<wbr/>')
    .filter(Boolean);

it('breaks a code or an address between its parts, and an id not after its prefix', () => {
  expect(partsOf('PROVIDER_UNAVAILABLE')).toEqual(['PROVIDER_', 'UNAVAILABLE']);
  expect(partsOf('maria@acme.test')).toEqual(['maria@', 'acme.test']);
  expect(partsOf('usr_d4smvhuwlgczfdzz')).toEqual(['usr_d4smvhuwlgczfdzz']);
  expect(partsOf('sy_live_…YVqo')).toEqual(['sy_live_…YVqo']);
});
