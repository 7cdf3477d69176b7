import { expect, test } from 'vitest';
import { loadingText } from './docs';

test.each([
  ['/docs', 'Loading documentation...'],
  ['/docs/workflows/tasks#options', 'Loading documentation...'],
  ['/dashboard/devdocs/quickstart', 'Loading developer documentation...'],
  ['/blog/how-fallbacks-work', 'Loading blog post...'],
  ['/blog', 'Loading...'],
  ['/docsearch', 'Loading...'],
])('%s loads as "%s"', (href, text) => {
  expect(loadingText(href)).toBe(text);
});
