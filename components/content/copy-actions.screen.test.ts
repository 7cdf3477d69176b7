import { createElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CodeBlock } from './code-block';

const html = '<span class="tk-k">curl</span> http://localhost:3000/api/graphql # Host: localhost:3000';

test('a sample names the address of the page in the place of the default one, and copies it so', async () => {
  await render(createElement(CodeBlock, { html, language: 'bash', title: 'Terminal' }));
  const own = `curl ${location.origin}/api/graphql # Host: ${location.host}`;
  expect(location.origin).not.toBe('http://localhost:3000');
  await expect.element(page.getByText(own)).toBeVisible();
  await page.getByRole('button').click();
  await expect.poll(() => navigator.clipboard.readText()).toBe(own);
});
