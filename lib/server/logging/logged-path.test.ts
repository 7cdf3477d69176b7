import { expect, test } from 'vitest';
import { loggedPath } from './logged-path';

test.each([
  ['/docs/guides?q=ada', '/docs/guides'],
  ['/docs#part', '/docs'],
  ['/u/ada@example.test/x', '/u/…/x'],
  ['/u/ada%40example.test', '/u/…'],
  ['/sy_live_abc/x', '/…/x'],
  ['/approvals/apr_abc-def', '/approvals/…'],
  ['http://ada:secret@[', '(no path)'],
  [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}…`],
])('the log shows the path of %s as %s', (target, path) => {
  expect(loggedPath(target)).toBe(path);
});
