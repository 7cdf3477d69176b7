import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  changeResponse,
  holdOperation,
  interceptOperation,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { goto, resize } from '@/testing/screens/open-screen';
import { openAdmin, region, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { quickStep, runJob, section } from '@/testing/screens/pages/jobs-page';
import { openOwnAccount } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';

const question = () => page.getByRole('alertdialog', { name: /webhook secret\?$/ });
const banner = () => page.getByRole('alertdialog', { name: 'Your webhook secret' });

/** Opens the page as the admin of an account of its own. */
async function openWebhooks() {
  const own = await openOwnAccount();
  await openAdmin('/webhooks', own.admin.email);
  await expect.element(region('Signing secret')).toBeVisible();
  return own;
}

const receiverOf = async (id: string) => {
  const { getTestReceiver } = await ask<{ getTestReceiver: { url: string } }>(
    'query ($id: ID!) { getTestReceiver(accountId: $id) { url } }',
    { id },
  );
  return getTestReceiver.url;
};

test('a secret is created and rotated by keyboard, and shown once', async () => {
  await openWebhooks();
  const part = region('Signing secret');
  await press(part.getByRole('button', { name: 'Create secret' }), '{Enter}');
  await expect.element(question().getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press(question().getByRole('button', { name: 'Create' }), '{Enter}');
  await expect.element(banner()).toMatchTextContent('whsec_');
  await expectAccessible();
  await press(banner().getByRole('button', { name: 'Copy webhook secret' }), '{Enter}');
  const first = await navigator.clipboard.readText();
  expect(first).toMatch(/^whsec_[\w+/]{43}=$/);
  await press(banner().getByRole('button', { name: 'Done' }), '{Enter}');
  await expect.element(page.getByText(first)).not.toBeInTheDocument();
  await press(part.getByRole('button', { name: 'Rotate secret' }), '{Enter}');
  await press(question().getByRole('button', { name: 'Rotate' }), '{Enter}');
  await expect.element(banner()).toMatchTextContent('whsec_');
  await expect.element(part).toMatchTextContent('The earlier secret signs until');
  await press(banner().getByRole('button', { name: 'Copy webhook secret' }), '{Enter}');
  expect(await navigator.clipboard.readText()).not.toBe(first);
});

test('a test is shown exactly as it was sent, and the receiver of the account says that its signature holds', async () => {
  await openWebhooks();
  const part = region('Try it');
  await press(part.getByRole('button', { name: 'Send test' }), '{Enter}');
  await expect.element(part).toMatchTextContent('HTTP 204');
  await expect.element(part).toMatchTextContent('webhook-signature: v1,');
  await expect.element(part).toMatchTextContent('Signature holds');
  await expectAccessible();
  for (const width of [375, 320]) {
    await resize(width, 900);
    expect(sidewaysScroll()).toBe(0);
  }
});

test("a test to an address that may not be called says why, and that it wasn't sent", async () => {
  await openWebhooks();
  const part = region('Try it');
  await part.getByLabelText('Address').fill('https://127.0.0.1/hooks');
  await part.getByRole('button', { name: 'Send test' }).click();
  await expect.element(part).toMatchTextContent('CALLBACK_ADDRESS_REFUSED');
  await expect.element(part).toMatchTextContent('Not sent');
  await expect.element(part).not.toMatchTextContent(/No response|exactly as it was sent/);
  await part.getByRole('button', { name: 'Use test receiver' }).click();
  await part.getByRole('button', { name: 'Send test' }).click();
  await expect.element(part).toMatchTextContent('HTTP 204');
});

test("a test without an address asks for one, and isn't sent", async () => {
  await openWebhooks();
  const sent = watchOperation('SendTestWebhook');
  const part = region('Try it');
  const field = part.getByLabelText('Address');
  await field.fill(' ');
  await part.getByRole('button', { name: 'Send test' }).click();
  await expect.element(field).toHaveAccessibleDescription('Enter an address.');
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await field.fill('https://');
  await expect.element(field).toHaveAccessibleDescription('');
  expect(sent).toEqual([]);
});

test('a received message is named by its event and job, in one line with its triangle on a phone too', async () => {
  const { accountId } = await openWebhooks();
  const url = await receiverOf(accountId);
  const id = await runJob({ name: 'Digest', callbacks: [{ status: 'COMPLETED', url }] });
  await goto(`/dashboard/workflows/${id}`);
  await expect.element(section('Callbacks')).toMatchTextContent('Delivered');
  interceptOperation(
    'TestMessages',
    changeResponse<{ listTestMessages: object[] }>(({ listTestMessages }) => {
      const foreign = { ...listTestMessages[0], id: 'foreign', body: '{', problem: 'It has no signature.' };
      listTestMessages.unshift(foreign);
    }),
  );
  await goto('/dashboard/admin/webhooks');
  const summaries = region('Try it').css('li summary');
  await expect.poll(() => textsOf(summaries)).toHaveLength(2);
  expect(textsOf(summaries)).toEqual([
    expect.stringMatching(/^Signature refused/),
    expect.stringMatching(/^Signature holds.*job\.completed.*Digest/),
  ]);
  await resize(375, 800);
  for (const summary of summaries.elements()) {
    const box = summary.firstElementChild?.getBoundingClientRect();
    expect(box?.top).toBeLessThan(summary.getBoundingClientRect().top + 8);
  }
});

test('callbacks are on the page of their job, sent again by hand, and counted by endpoint', async () => {
  const { accountId } = await openWebhooks();
  await expect.element(region('Endpoints')).toMatchTextContent('No deliveries in the last 7 days');
  const url = await receiverOf(accountId);
  const id = await runJob({ callbacks: [{ status: 'COMPLETED', url }] });
  await goto(`/dashboard/workflows/${id}`);
  const part = section('Callbacks');
  await expect.element(part).toMatchTextContent('Delivered');
  await expect.element(part).toMatchTextContent('On status Completed, with the result.');
  await press(part.getByRole('button', { name: /^Send again/ }), '{Enter}');
  await expect.element(part).toMatchTextContent('Sent by hand');
  await expectAccessible();
  await goto('/dashboard/admin/webhooks');
  await expect.element(region('Endpoints')).toMatchTextContent('100%');
});

test('a callback says that a link to the files is sent too, and when it is tried again', async () => {
  const { accountId } = await openWebhooks();
  const url = await receiverOf(accountId);
  const step = { ...quickStep, postprocessors: [{ name: 'writeToTxt' }] };
  const id = await runJob({ steps: [step], callbacks: [{ status: 'COMPLETED', url }] });
  let nextAt: string | null = null;
  interceptOperation(
    'Job',
    changeResponse<{ listDeliveries: object[] }>(({ listDeliveries: [callback] }) => {
      if (nextAt) Object.assign(callback ?? {}, { state: 'PENDING', nextAt });
    }),
  );
  await goto(`/dashboard/workflows/${id}`);
  const part = section('Callbacks');
  await expect
    .element(part)
    .toMatchTextContent(/Delivered.*On status Completed, with the result and a link\./);
  nextAt = String(Date.now() + 3_600_000);
  await goto(`/dashboard/workflows/${id}`);
  await expect.element(part).toMatchTextContent(/Not delivered yet.*Next try at /);
  await expect.element(part).not.toMatchTextContent(/Waiting to be sent|Sent on/);
});

test('the button that sends a callback again keeps the focus, and sends once while it is busy', async () => {
  const { accountId } = await openWebhooks();
  const url = await receiverOf(accountId);
  const id = await runJob({ callbacks: [{ status: 'COMPLETED', url }] });
  await goto(`/dashboard/workflows/${id}`);
  const button = section('Callbacks').getByRole('button', { name: /^Send/ });
  await expect.element(button).toBeVisible();
  const release = holdOperation('ResendDelivery');
  const sent = watchOperation('ResendDelivery');
  await press(button, '{Enter}');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.element(section('Callbacks')).toMatchTextContent('Delivered: HTTP 204.');
  await expect.element(button).toHaveFocus();
  expect(sent).toHaveLength(1);
});

test('a page that fails to load can be tried again', async () => {
  expectConsole(/The webhooks couldn't be loaded/);
  const own = await openOwnAccount();
  const letThrough = interceptOperation('Webhooks', refuse('Something failed.'));
  await openAdmin('/webhooks', own.admin.email);
  await expect.element(page.getByRole('alert')).toHaveTextContent("The webhooks couldn't be loaded.");
  letThrough();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(region('Signing secret')).toBeVisible();
});
