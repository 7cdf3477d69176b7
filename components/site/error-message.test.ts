import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ErrorMessage } from './error-message';

const html = (digest?: string) => renderToStaticMarkup(createElement(ErrorMessage, { digest }));

it("shows the reference of the server's log, if there is one", () => {
  expect(html('2811398231')).toMatch(/Reference <code[^>]*>2811398231<\/code>/);
  expect(html()).not.toContain('Reference');
});
