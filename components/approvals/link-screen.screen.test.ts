import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { signInNewPerson, startAsking, step, title } from '@/testing/screens/pages/jobs-page';
import {
  dialog,
  expectAddress,
  removeToken,
  signInByDialog,
  storeToken,
  tokenOf,
  trigger,
} from '@/testing/screens/pages/session-page';
import { createPerson } from '@/testing/screens/people';

const main = () => page.getByRole('main');
const jobLink = () => main().getByRole('link', { name: 'Open the job' });

/** The path of the signed link to the decision about a job. */
async function linkOf(id: string): Promise<string> {
  const read = 'query Read($id: ID!) { getJobResult(jobId: $id) { steps { approval { link } } } }';
  const { getJobResult } = await ask<{ getJobResult: { steps: { approval: { link: string } }[] } }>(read, {
    id,
  });
  return new URL(getJobResult.steps[0]?.approval.link ?? '').pathname;
}

test('a person with the link reads from whom it is, how long it works, and can give a name, which the job shows', async () => {
  const starter = await signInNewPerson();
  const id = await startAsking('Release notes');
  const link = await linkOf(id);
  localStorage.clear();
  await resize(375, 800);
  await goto(link);
  for (const shown of ['Release notes', 'Globex', 'Pat Person', 'in 6 days', 'Is it right?'])
    await expect.element(main()).toMatchTextContent(shown);
  await expect.element(main()).not.toMatchTextContent(starter.email);
  await expect.element(jobLink()).not.toBeInTheDocument();
  expect(sidewaysScroll()).toBe(0);
  await expectAccessible();
  await page.getByLabelText('Your name (optional)').fill('Jo Doe');
  // Enter in the field decides nothing.
  await userEvent.keyboard('{Enter}');
  await expect.element(main()).toMatchTextContent('Is it right?');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.element(title()).toHaveTextContent('Thanks. Your decision was recorded.');
  await expect.element(title()).toHaveFocus();
  await resize(1280, 800);
  await signIn(starter.email);
  await goto(`/dashboard/workflows/${id}`);
  await expect
    .element(step('check'))
    .toMatchTextContent(/Approved with the signed link, as Jo Doe, on \w{3} \d+/);
});

test('a name that the server refuses is named, and the next decision counts', async () => {
  await signInNewPerson();
  await goto(await linkOf(await startAsking('Asks')));
  const name = page.getByLabelText('Your name (optional)');
  await name.fill('Jo\u202e Doe');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent("A name can't contain invisible characters");
  await name.fill('');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect.element(page.getByLabelText('Reason (optional)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(main()).toMatchTextContent('You refused the text.');
});

/** Approves the job's request in the console, past the page. */
const approveElsewhere = (id: string, token: string) =>
  ask(
    'mutation Approve($id: ID!) { decideApproval(jobId: $id, stepId: "check", decision: APPROVE) { jobId } }',
    { id },
    token,
  );

test("after a decision of another person, the page says that this one wasn't recorded, and offers none", async () => {
  const starter = await signInNewPerson();
  const token = await tokenOf(starter.email);
  const id = await startAsking('Asks');
  const link = await linkOf(id);
  localStorage.clear();
  await goto(link);
  await expect.element(title()).toHaveTextContent('Your approval is needed');
  await approveElsewhere(id, token);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.element(title()).toHaveTextContent("This decision wasn't recorded");
  await expect.element(title()).toHaveFocus();
  await expect.element(main()).toMatchTextContent('Another person has already approved this.');
  await expect.element(page.getByRole('button', { name: 'Refuse' })).not.toBeInTheDocument();
  await expectAccessible();
  await goto(link);
  await expect.element(title()).toHaveTextContent('This link no longer works');
});

test('a decision whose response was lost is sent again and counts, which the page still says after a reload', async () => {
  await signInNewPerson();
  const link = await linkOf(await startAsking('Asks'));
  await goto(link);
  await expect.element(title()).toHaveTextContent('Your approval is needed');
  const api = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    await api(...request);
    throw new TypeError('The connection was lost.');
  };
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent("The server didn't respond.");
  globalThis.fetch = api;
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.element(title()).toHaveTextContent('Thanks. Your decision was recorded.');
  await goto(link);
  await expect.element(title()).toHaveTextContent('Thanks. Your decision was recorded.');
  await expect.element(main()).toMatchTextContent('You approved the text.');
});

test('the link leads signed-in people to the job if they may see it', async () => {
  const starter = await createPerson();
  await signIn(starter.email);
  const id = await startAsking('Asks', await tokenOf(starter.email));
  const link = await linkOf(id);
  await goto(link);
  await expect.element(jobLink()).toHaveAttribute('href', `/dashboard/workflows/${id}`);
  await signIn('admin@globex.test');
  await goto(link);
  await expect.element(jobLink()).toHaveAttribute('href', `/dashboard/admin/workflows/${id}`);
  await signIn('admin@acme.test');
  await goto(link);
  await expect.element(main()).toMatchTextContent('Is it right?');
  await expect.element(jobLink()).not.toBeInTheDocument();
});

test.each([
  ['by the link to the job', () => main().getByRole('link', { name: 'Sign in to see the job' })],
  ['by the header', trigger],
])('a person who signs in %s sees the job at once', async (_how, way) => {
  const starter = await createPerson();
  await signIn(starter.email);
  const id = await startAsking('Asks', await tokenOf(starter.email));
  const link = await linkOf(id);
  removeToken();
  await goto(link);
  await expect.element(main()).toMatchTextContent('Is it right?');
  await way().click();
  await expect.element(dialog()).toBeVisible();
  await signInByDialog(starter.email);
  await expectAddress(`/dashboard/workflows/${id}`);
  await expect.element(title()).toHaveTextContent('Asks');
});

test('a person of another account who signs in stays at the request, and what was typed stays if another tab signs in', async () => {
  const starter = await createPerson();
  await signIn(starter.email);
  const id = await startAsking('Asks', await tokenOf(starter.email));
  const link = await linkOf(id);
  removeToken();
  await goto(link);
  await main().getByRole('link', { name: 'Sign in to see the job' }).click();
  await signInByDialog('admin@acme.test');
  await expectAddress(link);
  await expect.element(main()).toMatchTextContent('Is it right?');
  await expect.element(jobLink()).not.toBeInTheDocument();

  await page.getByLabelText('Your name (optional)').fill('Jo Doe');
  const token = await tokenOf(starter.email);
  storeToken(token);
  window.dispatchEvent(new StorageEvent('storage', { key: brand.sessionKey, newValue: token }));
  await expect.element(jobLink()).toHaveAttribute('href', `/dashboard/workflows/${id}`);
  await expect.element(page.getByLabelText('Your name (optional)')).toHaveValue('Jo Doe');
});

test("a decision's outcome stays on screen, also for a person who has signed in to see a job that isn't theirs", async () => {
  const starter = await createPerson();
  await signIn(starter.email);
  const link = await linkOf(await startAsking('Asks', await tokenOf(starter.email)));
  removeToken();
  await goto(link);
  await main().getByRole('link', { name: 'Sign in to see the job' }).click();
  await signInByDialog('admin@acme.test');
  await expectAddress(link);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.element(title()).toHaveTextContent('Thanks. Your decision was recorded.');
  await expect.element(main().getByRole('link', { name: 'See your open approvals' })).toBeVisible();
});

test.each([
  ['sees its job at once if they may', true],
  ["sees their approvals, and why, if they can't see the job", false],
])('a person who signs in at a link that has ended %s', async (_what, isOwn) => {
  const starter = await createPerson();
  await signIn(starter.email);
  const token = await tokenOf(starter.email);
  const id = await startAsking('Asks', token);
  const link = await linkOf(id);
  await approveElsewhere(id, token);
  removeToken();
  await resize(375, 800);
  await goto(link);
  await expect.element(title()).toHaveTextContent('This link no longer works');
  await expectAccessible();
  await main().getByRole('link', { name: 'Sign in to see the job' }).click();
  await signInByDialog(isOwn ? starter.email : 'admin@acme.test');
  await expectAddress(isOwn ? `/dashboard/workflows/${id}` : '/dashboard/workflows?status=waiting');
  if (!isOwn) await expect.element(page.getByText("You can't see the job of that link")).toBeVisible();
});
