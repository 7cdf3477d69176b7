import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchEntry } from '@/lib/content/search-entries';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  changeResponse,
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { interceptRequest } from '@/testing/screens/intercept-request';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { runJob } from '@/testing/screens/pages/jobs-page';
import {
  account,
  developer,
  expectAddress,
  storedToken,
  trigger,
} from '@/testing/screens/pages/session-page';
import { createPerson } from '@/testing/screens/people';

const admin = 'admin@acme.test';
const box = () => page.getByRole('combobox', { name: 'Search or run a command' });
const button = () => page.getByRole('button', { name: 'Search…' });
const dialog = () => page.getByRole('dialog', { name: 'Command menu' });
const group = (name: string) => dialog().getByRole('group', { name, exact: true });
const option = (name: string | RegExp) => dialog().getByRole('option', { name });
const status = () => dialog().getByRole('status');

const entries: SearchEntry[] = [
  { h: '/dashboard/devdocs/billing/invoices', p: 'Invoices', s: '', t: 'An invoice is issued each month.' },
  { h: '/dashboard/devdocs/billing/invoices#due', p: 'Invoices', s: 'When it is due', t: 'After 14 days.' },
];

const publicEntries: SearchEntry[] = [
  { h: '/docs/preprocessors', p: 'Preprocessors', s: '', t: 'An invoice is hidden by a preprocessor.' },
];

beforeEach(() => {
  interceptRequest('/dashboard/devdocs/search.json', () => Response.json(entries));
  interceptRequest('/docs/search.json', () => Response.json(publicEntries));
});

async function open(email: string, path: string): Promise<void> {
  await signIn(email);
  await goto(path);
  await expect.element(button()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(box()).toHaveFocus();
}

test('in both consoles Ctrl K lists screens and actions; Escape closes it and returns the focus', async () => {
  for (const path of ['/dashboard', '/dashboard/admin']) {
    await open(admin, path);
    for (const screen of ['Overview', 'Settings', 'Manage Users', 'Audit Logs'])
      await expect.element(group('Screens').getByRole('option', { name: screen }).first()).toBeVisible();
    for (const action of ['Create API key', 'Invite user', 'Change plan', 'Sign out'])
      await expect.element(group('Actions').getByRole('option', { name: action })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await button().click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button()).toHaveFocus();
  }
});

test('a developer is offered nothing of the admins, and finds their own keys only', async () => {
  const person = await createPerson();
  await signIn(person.email);
  await ask('mutation { createAPIKey(name: "Night train") { rawKey } }');
  await open(person.email, '/dashboard');
  await expect.element(option('Create API key')).toBeVisible();
  for (const name of ['Manage Users', 'Invite user', 'Change plan'])
    await expect.element(option(name)).not.toBeInTheDocument();
  const calls = countCalls('FindRecords');
  await userEvent.keyboard('train');
  await expect.element(group('API keys').getByRole('option')).toMatchTextContent(/^Night trainsy_live_/);
  await expect.element(group('Users')).not.toBeInTheDocument();
  expect(calls.count).toBe(0);
});

test('arrow keys go through all groups and around, and Enter opens the chosen screen', async () => {
  await open(admin, '/dashboard');
  const chosen = () => dialog().css('[aria-selected=true]');
  await expect.element(chosen()).toMatchTextContent('Overview');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(chosen()).toMatchTextContent('Sign out');
  await expect.poll(() => box().element().getAttribute('aria-activedescendant')).toBe(chosen().element().id);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expectAddress('/dashboard/workflows');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('users, keys and invoices are found by name, and open where they are', async () => {
  await open(admin, '/dashboard/admin');
  await userEvent.keyboard('somerville');
  await expect.element(group('Users').getByRole('option', { name: 'Mary Somerville' })).toBeVisible();
  await expect.element(group('API keys').getByRole('option').first()).toMatchTextContent('Mary Somerville');
  await option(/^Mary Somerville/)
    .first()
    .click();
  await expectAddress('/dashboard/admin/users?search=mary%40acme.test');
  await expect.element(dialog()).not.toBeInTheDocument();

  await userEvent.keyboard('{Control>}k{/Control}');
  await box().fill('sy-2026');
  const invoice = group('Invoices').getByRole('option').first();
  await expect.element(invoice).toMatchTextContent(/^SY-2026/);
  await invoice.click();
  await expect.poll(() => window.location.pathname).toMatch(/^\/dashboard\/admin\/account\/invoices\/inv_/);
});

test('jobs are found by name and id, and open in the console of the person', async () => {
  const person = await createPerson();
  await signIn(person.email);
  const id = await runJob({ name: 'Ticket triage' });
  await open(person.email, '/dashboard');
  for (const words of ['TRIAGE', id]) {
    await box().fill(words);
    await expect
      .element(group('Jobs').getByRole('option'))
      .toHaveTextContent(`Ticket triage${id} · Completed`);
  }
  await userEvent.keyboard('{Enter}');
  await expectAddress(`/dashboard/workflows/${id}`);
});

test('each console lists its own screens first', async () => {
  for (const [path, first] of [
    ['/dashboard', 'Dashboard'],
    ['/dashboard/admin', 'Admin'],
  ] as const) {
    await open(admin, path);
    await expect
      .element(group('Screens').getByRole('option').first())
      .toMatchTextContent(new RegExp(`${first}$`));
  }
});

for (const [action, address, opened] of [
  ['Create API key', '/dashboard/admin/apikeys', () => page.getByRole('dialog', { name: 'Create API Key' })],
  ['Change plan', '/dashboard/admin/account', () => page.getByRole('dialog', { name: /plan/i })],
] as const)
  test(`${action} opens its dialog, which a reload doesn't`, async () => {
    await open(admin, '/dashboard/admin');
    await userEvent.keyboard(`${action}{Enter}`);
    await expect.element(opened()).toBeVisible();
    await expectAddress(address);
  });

test('Invite user leads to the first field of the form, also on its own page', async () => {
  for (const path of ['/dashboard/admin', '/dashboard/admin/users']) {
    await open(admin, path);
    await userEvent.keyboard('invite{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveFocus();
    await expectAddress('/dashboard/admin/users');
  }
});

test('Sign out signs out', async () => {
  await open(developer, '/dashboard');
  await userEvent.keyboard('sign out{Enter}');
  await expect.element(trigger()).toBeVisible();
  await expect.element(account()).not.toBeInTheDocument();
  expect(storedToken()).toBeNull();
});

test('the server is asked once typing pauses; what it says of earlier words is dropped', async () => {
  await open(admin, '/dashboard/admin');
  const release = holdOperation('FindRecords');
  const asked = watchOperation('FindRecords');
  await userEvent.keyboard('ada');
  await expect.poll(() => asked.map(({ search }) => search)).toEqual(['ada']);
  await expect.element(status()).toHaveTextContent('Searching...');
  await box().fill('mary');
  await expect.poll(() => asked.map(({ search }) => search)).toEqual(['ada', 'mary']);
  release();
  await expect.element(option(/^Mary Somerville/).first()).toBeVisible();
  await expect.element(option(/^Ada Byron/)).not.toBeInTheDocument();
});

test('a failed look-up says so, blocks nothing else, and can be tried again', async () => {
  expectConsole(/Records couldn't be searched/);
  await open(admin, '/dashboard/admin');
  const recover = interceptOperation('FindRecords', noNetwork);
  await userEvent.keyboard('ma');
  const alert = dialog().getByRole('alert');
  await expect.element(alert).toHaveTextContent("Couldn't search users, API keys, invoices and jobs.");
  await expect.element(option('Manage Users')).toBeVisible();
  await expectAccessible();
  recover();
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect.element(option(/^Mary Somerville/).first()).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a search that looked at a part of the jobs says so, and leads to the list, which searches on', async () => {
  await open(developer, '/dashboard');
  interceptOperation(
    'FindMine',
    changeResponse((data: { searchJobs: object }) => {
      data.searchJobs = { ...data.searchJobs, jobs: [], continueFrom: 'job_0' };
    }),
  );
  await userEvent.keyboard('triage');
  const older = option(/^Search older jobs for “triage”/);
  await expect.element(older).toMatchTextContent('Only the newest 10,000 jobs were searched here.');
  await expectAccessible();
  await older.click();
  await expect.poll(() => window.location.search).toBe('?name=triage');
});

test('docs are found too, first on their own pages; nothing found is said', async () => {
  await open(developer, '/dashboard');
  await userEvent.keyboard('invoice');
  await expect.element(group('Developer Docs').getByRole('option').first()).toMatchTextContent('Invoices');
  await box().fill('zzzzqq');
  await expect.element(status()).toHaveTextContent('Nothing found for “zzzzqq”.');

  await open(developer, '/dashboard/devdocs/api-playground');
  await userEvent.keyboard('api');
  await expect.element(option('API Playground')).toBeVisible();
  await box().fill('due');
  await expect.element(dialog().css('[aria-selected=true]')).toMatchTextContent('When it is due');
  // Both trees have the word invoice, and the public page has more of what is typed.
  await box().fill('invoice preprocessor');
  await expect.element(dialog().css('[aria-selected=true]')).toMatchTextContent('Preprocessors');
});

test('on a phone it is in the menu, fits the window, and gives the focus back to the menu', async () => {
  await resize(320, 640);
  await signIn(developer);
  await goto('/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await button().click();
  await expect.element(box()).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBe(320);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus();
});
