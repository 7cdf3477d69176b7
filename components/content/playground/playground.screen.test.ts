import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import {
  countCalls,
  holdOperation,
  interceptOperation,
  noNetwork,
} from '@/testing/screens/intercept-operation';
import { interceptRequest } from '@/testing/screens/intercept-request';
import { goto, reload, signIn } from '@/testing/screens/open-screen';

const developer = 'dev@acme.test';
const schema = await (await fetch('/graphql/schema.graphql')).text();

const editor = (name: 'Query' | 'Variables, a JSON object' | 'Response') =>
  page.getByRole('textbox', { name, exact: true });
const query = () => editor('Query');
const variables = () => editor('Variables, a JSON object');
const response = () => editor('Response');
const playground = () => page.getByRole('region', { name: 'Playground', exact: true });
const runButton = () => playground().getByRole('button', { name: /^Run/ });
const examples = () => playground().getByLabelText('Examples');

beforeEach(() => interceptRequest('/schema.graphql', () => new Response(schema)));

async function open(email = developer) {
  await signIn(email);
  await goto('/dashboard/devdocs/api-playground');
  await expect.element(query()).toBeVisible();
}

const runByKeyboard = () => userEvent.keyboard('{ControlOrMeta>}{Enter}{/ControlOrMeta}');

test("an example is loaded with the reader's own ids, and runs", async () => {
  await open();
  await examples().selectOptions('Daily usage');
  await expect.element(query()).toMatchTextContent('usageByUser');
  await expect.element(variables()).toMatchTextContent(/"userId": "usr_\w+"/);
  await runButton().click();
  await expect.element(response()).toMatchTextContent('"requestCount"');
  await expect.element(response()).not.toMatchTextContent('"errors"');
});

test('only admins are offered the calls that take an admin', async () => {
  await open();
  await expect.element(examples().getByRole('option', { name: 'Audit log' })).not.toBeInTheDocument();
  await open('admin@acme.test');
  await examples().selectOptions('Audit log');
  await runButton().click();
  await expect.element(response()).toMatchTextContent('"action"');
});

test('fields are completed from the schema, and unknown fields are marked', async () => {
  await open();
  await query().fill('{ me { ');
  await userEvent.keyboard('acc');
  const offer = page.getByRole('option', { name: /account_id/ });
  await expect.element(offer).toBeVisible();
  await offer.click();
  await expect.element(query()).toMatchTextContent('{ me { account_id');

  await query().fill('{ me { nickname } }');
  const mark = query().css('.cm-lintRange-error');
  await expect.element(mark).toMatchTextContent('nickname');
  await mark.hover();
  await expect.element(page.getByText('Cannot query field "nickname" on type "User".')).toBeVisible();
});

test("variables that aren't JSON are refused, and nothing is sent until they are", async () => {
  await open();
  const calls = countCalls('Counted');
  await query().fill('query Counted { me { email } }');
  await variables().fill('{ "limit": }');
  await runButton().click();
  const alert = playground().getByRole('alert');
  await expect.element(alert).toMatchTextContent("The variables can't be read: Unexpected token");
  await variables().fill('[1]');
  await runByKeyboard();
  await expect.element(alert).toHaveTextContent('Variables must be a JSON object, such as {"limit": 5}.');
  expect(calls.count).toBe(0);

  await variables().fill('{}');
  await expect.element(alert).not.toBeInTheDocument();
  await runByKeyboard();
  await expect.element(response()).toMatchTextContent(developer);
  expect(calls.count).toBe(1);
});

test('a second press while a call is under way sends nothing more', async () => {
  await open();
  const calls = countCalls('Held');
  const release = holdOperation('Held');
  await query().fill('query Held { me { email } }');
  await runByKeyboard();
  await expect.element(runButton()).toHaveTextContent('Running...');
  await expect.element(runButton()).toBeDisabled();
  await runByKeyboard();
  release();
  await expect.element(response()).toMatchTextContent(developer);
  await expect.element(runButton()).toHaveTextContent('Run');
  expect(calls.count).toBe(1);
});

test('a dead network is reported, and Try again sends once more', async () => {
  await open();
  const recover = interceptOperation('Me', noNetwork);
  await runButton().click();
  await expect
    .element(playground().getByRole('alert'))
    .toHaveTextContent("The server couldn't be reached. Check your connection.");
  recover();
  await playground().getByRole('button', { name: 'Try again' }).click();
  await expect.element(response()).toMatchTextContent(developer);
  await expect.element(playground().getByRole('alert')).not.toBeInTheDocument();
});

test('a refusal is marked by its code and shown whole', async () => {
  await open();
  await query().fill('{ accountOverview { totalUsers } }');
  await runByKeyboard();
  await expect.element(playground().getByRole('status').first()).toMatchTextContent('1 error: FORBIDDEN');
  await expect.element(response()).toMatchTextContent('"code": "FORBIDDEN"');
  await expect.element(response()).toMatchTextContent('"message"');
});

test("a written query survives a reload, isn't shown to another user, and Reset drops it", async () => {
  await open();
  await query().fill('query Kept { me { id } }');
  await variables().fill('{ "kept": true }');
  await reload();
  await expect.element(query()).toMatchTextContent('query Kept');
  await expect.element(variables()).toMatchTextContent('"kept": true');

  await open('admin@acme.test');
  await expect.element(query()).toMatchTextContent('query Me');
  await query().fill('query Mine { me { id } }');
  await playground().getByRole('button', { name: 'Reset' }).click();
  await expect.element(query()).toMatchTextContent('query Me');
  await reload();
  await expect.element(query()).toMatchTextContent('query Me');
});

test('signOut ends the session of the page around it', async () => {
  await open();
  await query().fill('mutation Leave { signOut }');
  await runByKeyboard();
  await expect.poll(() => location.pathname).toBe('/');
  expect(localStorage.getItem(brand.sessionKey)).toBeNull();
});

test('a signOut that was reset while it ran ends the session too', async () => {
  await open();
  const release = holdOperation('Leave');
  await query().fill('mutation Leave { signOut }');
  await runByKeyboard();
  await playground().getByRole('button', { name: 'Reset' }).click();
  await expect.element(runButton()).toHaveTextContent('Run');
  release();
  await expect.poll(() => location.pathname).toBe('/');
  expect(localStorage.getItem(brand.sessionKey)).toBeNull();
});

test('Escape, then Tab, leaves an editor in the order of the page', async () => {
  await open();
  await query().click();
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  await expect.element(variables()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.tab({ shift: true });
  await expect.element(query()).toHaveFocus();
});
