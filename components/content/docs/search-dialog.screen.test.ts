import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchEntry } from '@/lib/content/search-entries';
import { interceptRequest } from '@/testing/screens/intercept-request';
import { goto, signIn } from '@/testing/screens/open-screen';

const entries: SearchEntry[] = [
  {
    h: '/docs/routing/fallbacks',
    p: 'Fallbacks',
    s: '',
    t: 'A fallback takes over if the first model fails.',
  },
  { h: '/docs/workflows/tasks', p: 'Tasks', s: '', t: 'A workflow is made of tasks.' },
  { h: '/docs/workflows/tasks#queue', p: 'Tasks', s: 'The queue', t: 'The tasks wait for their turn.' },
];

const button = () => page.getByRole('button', { name: 'Search' });
const searchBox = () => page.getByRole('combobox', { name: 'Search the documentation' });

beforeEach(async () => {
  interceptRequest('/docs/search.json', () => Response.json(entries));
  interceptRequest('/dashboard/devdocs/search.json', () =>
    Response.json([{ h: '/dashboard/devdocs/quickstart', p: 'Quickstart', s: '', t: 'Your first call.' }]),
  );
  await goto('/docs');
  await expect.element(button()).toBeVisible();
});

test('results are those of what is typed: nothing is said to be missing before it was looked for', async () => {
  await button().click();
  await searchBox().fill('fallback');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await searchBox().fill('');
  const status = page.getByRole('dialog').getByRole('status');
  await expect.element(status).toHaveTextContent('Finds titles, text and code.');
  const said: string[] = [];
  const note = () => said.push(status.element().textContent ?? '');
  new MutationObserver(note).observe(status.element(), {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await userEvent.keyboard('tasks');
  await expect.element(searchBox()).toHaveValue('tasks');
  await expect.poll(() => said.join(';')).toMatch(/results?/);
  expect(said.join(';')).not.toMatch(/Nothing found/);
});

test('both trees are searched, results of the other one say so, and found words are marked', async () => {
  await button().click();
  await searchBox().fill('quickstarts calling');
  const option = page.getByRole('option').first();
  await expect
    .element(option)
    .toHaveTextContent('QuickstartDeveloper Docs · Sign in to readYour first call.');
  const marked = [...option.element().querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marked).toEqual(['Quickstart', 'call']);
});

test("a page that a signed-out reader can't open comes after all others", async () => {
  await button().click();
  await searchBox().fill('first');
  await expect
    .element(page.getByRole('option').first())
    .toHaveTextContent('FallbacksA fallback takes over if the first model fails.');
  await expect
    .element(page.getByRole('option').nth(1))
    .toHaveTextContent('QuickstartDeveloper Docs · Sign in to readYour first call.');
});

test("a signed-in reader isn't asked to sign in", async () => {
  await signIn('dev@acme.test');
  await goto('/docs');
  await button().click();
  await searchBox().fill('quickstarts calling');
  await expect
    .element(page.getByRole('option').first())
    .toHaveTextContent('QuickstartDeveloper DocsYour first call.');
});

test('if nothing is found, five helpful pages and Contact are offered', async () => {
  await button().click();
  await searchBox().fill('zzzzqq');
  const group = page.getByRole('group', { name: 'Start here' });
  await expect.element(group.getByRole('option').nth(5)).toHaveAttribute('href', '/contact');
  expect(group.getByRole('option').elements()).toHaveLength(6);
  await expect
    .element(page.getByRole('dialog').getByRole('status'))
    .toHaveTextContent('Nothing found for “zzzzqq”.');
});

test('an Enter that ends the composition of a word follows no result', async () => {
  await button().click();
  await searchBox().fill('tasks');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  const isTaken = (init: Pick<KeyboardEventInit, 'isComposing' | 'keyCode'>) =>
    !searchBox()
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
      );
  expect(isTaken({ isComposing: true })).toBe(false);
  expect(isTaken({ keyCode: 229 })).toBe(false);
  expect(isTaken({})).toBe(true);
});

test('Ctrl K pressed in a field, an editor or a dialog stays theirs, and autofill breaks nothing', async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(searchBox()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  document.dispatchEvent(new Event('keydown', { bubbles: true }));
  const places = [
    '<input>',
    '<p contenteditable>x</p>',
    '<dialog open><button>x</button></dialog>',
    '<p>x</p>',
  ];
  const taken = places.map((html) => {
    const place = document.createElement('div');
    place.innerHTML = html;
    document.body.append(place);
    const init = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
    const isTaken = !place.querySelector(':not(:has(*))')?.dispatchEvent(new KeyboardEvent('keydown', init));
    place.remove();
    return isTaken;
  });
  expect(taken).toEqual([false, false, false, true]);
});
