import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  changeResponse,
  countCalls,
  interceptOperation,
  latch,
  noNetwork,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { onPaper } from '@/testing/screens/on-paper';
import { goto, reload, resize, signIn } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { alert, button } from '@/testing/screens/pages/bulk-page';
import { line, section, signInNewPerson } from '@/testing/screens/pages/jobs-page';
import { signOutByHeader } from '@/testing/screens/pages/session-page';
import { createPerson } from '@/testing/screens/people';
import { clickAtOnce, press } from '@/testing/screens/press';
import { type Chat, chatLength, chatWorkflow, emptyChat, outcomeOf, type Turn } from './chat';

const compose = '/dashboard/workflows/new';
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const model = () => page.css('main [data-path="chat.model"]');
const instructions = () => page.css('main [name=instructions]');
const message = () => page.css('main [name=message]');
const turn = (number: number) => page.css(`ol[aria-label=Messages] > li:nth-child(${number})`);
const turns = () => page.css('ol[aria-label=Messages] > li');
const send = () => page.getByRole('button', { name: 'Send', exact: true });

/** The step of a start. */
const stepOf = (sent: Record<string, unknown> | undefined) =>
  (sent?.input as { steps: object[] } | undefined)?.steps[0];

async function open(): Promise<void> {
  await signInNewPerson();
  await goto(`${compose}?tab=chat`);
  await expect.element(page.getByText('No messages yet')).toBeVisible();
}

/** Sends a message by keyboard. */
async function say(text: string): Promise<void> {
  await message().fill(text);
  await press(message(), '{Enter}');
}

test('each message is one job with the conversation before it; the reply comes with its receipt, its cost, and its job', async () => {
  await open();
  await expectAccessible();
  const started = watchOperation('StartWorkflow');
  await instructions().fill('Be {{ brief }}.');
  await message().fill('Hi');
  await expect.element(section('Chat')).toMatchTextContent(/This message: about \$0\.0\d*, at most \$0\.\d+/);
  await press(message(), '{Shift>}{Enter}{/Shift}there{Enter}');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi there');
  await expect.element(turn(1)).toMatchTextContent('It was asked: Be {{ brief }}.');
  await expect
    .element(turn(1))
    .toMatchTextContent(/sandbox\/fast · .* · \d+ in, \d+ out tokens · \$0\.0\d* · Job/);
  await expect.element(line('Reply: Sandbox output')).toBeInTheDocument();
  await expect.element(section('Chat')).toMatchTextContent(/Chat cost \$0\.0/);
  await expect.element(message()).toHaveFocus();
  await expect.element(message()).toHaveValue('');
  const receipt = turn(1).getByText(/served the step in/);
  await expect.element(receipt).not.toBeVisible();
  await press(turn(1).css('summary'), '{Enter}');
  await expect.element(receipt).toBeVisible();
  await expect.element(turn(1)).toMatchTextContent(/sandbox\/fast served the step in .* per million: \$0\.0/);
  await expectAccessible();

  await model().fill('sandbox/quality');
  await message().fill('Why? It stops.');
  // A press within half a second after a reply was meant for Stop.
  await new Promise((resolve) => setTimeout(resolve, 600));
  send()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  send()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.element(turn(2)).toMatchTextContent(/sandbox\/quality served the step/);
  expect(started).toHaveLength(2);
  expect(stepOf(started[1])).toMatchObject({
    ...{ task: 'chat', model: 'sandbox/quality' },
    options: { messages: [{ role: 'user', content: 'Hi\nthere' }, { role: 'assistant' }] },
  });
  await page.getByRole('link', { name: 'Job of message 2' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Hi there');
  await expect.element(section('Result')).toMatchTextContent('The input was: Why? It stops.');
});

test('a message that fails says why with its attempts, is skipped by later ones, and is sent again to another model', async () => {
  await open();
  await model().fill('sandbox/limited');
  await say('Hi');
  await expect.element(turn(1)).toMatchTextContent('PROVIDER_RATE_LIMITED');
  await expect.element(turn(1)).toMatchTextContent('sandbox/limited returned HTTP 429');
  await expect.element(turn(1)).toMatchTextContent("Later messages don't contain this one.");
  await expect.element(line('The message failed.')).toBeInTheDocument();
  await expectAccessible();
  await model().fill('sandbox/fast');
  const started = watchOperation('StartWorkflow');
  await button('Try again').click();
  await expect.element(turn(2)).toMatchTextContent('The input was: Hi');
  await expect.element(message()).toHaveFocus();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  expect(stepOf(started[0])).not.toHaveProperty('options');
});

test('Stop cancels the job of a message, and the button keeps the focus; a refusal to stop is said', async () => {
  expectConsole(/The job couldn't be canceled/);
  await open();
  await model().fill('sandbox/stall');
  await message().fill('Hi');
  await press(send(), '{Enter}');
  await expect.element(line('Waiting for sandbox/stall...')).toBeInTheDocument();
  const recover = interceptOperation('CancelJob', refuse('The site is busy.'));
  const stop = button('Stop');
  await stop.click();
  await expect.element(alert('The site is busy.')).toBeVisible();
  recover();
  await stop.click();
  await expect.element(turn(1)).toMatchTextContent('The message was stopped before it had a reply.');
  await expect.element(alert('The site is busy.')).not.toBeInTheDocument();
  await expect.element(send()).toHaveFocus();
  await expect.element(line('The message was stopped.')).toBeInTheDocument();
});

test("a reply that comes while Stop is pressed isn't a failure, and nothing is sent", async () => {
  expectConsole(/The job couldn't be canceled/);
  await open();
  await model().fill('sandbox/slow');
  await say('Hi');
  await message().fill('Next');
  const { held, release } = latch();
  interceptOperation('CancelJob', async ({ send }) => {
    await held;
    return send();
  });
  await button('Stop').click();
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');
  const started = countCalls('StartWorkflow');
  // The press was meant for Stop.
  await clickAtOnce(page.css('main form button'));
  release();
  await expect.element(send()).not.toHaveAttribute('aria-busy');
  expect(started.count).toBe(0);
  await expect.element(section('Chat').getByRole('alert')).not.toBeInTheDocument();
  await expect.element(message()).toHaveValue('Next');
});

test('signing out in another tab removes the chat of this one, also if it was asleep', async () => {
  await open();
  await say('Hi');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');
  await goto('/dashboard');
  expect(sessionStorage.getItem(brand.chatKey)).not.toBeNull();
  localStorage.setItem(brand.signedOutKey, 'now');
  window.dispatchEvent(new StorageEvent('storage', { key: brand.signedOutKey }));
  expect(sessionStorage.getItem(brand.chatKey)).toBeNull();
  sessionStorage.setItem(brand.chatKey, '{}');
  localStorage.setItem(brand.signedOutKey, 'later');
  await reload();
  await expect.poll(() => sessionStorage.getItem(brand.chatKey)).toBeNull();
});

test("a chat survives a reload, also with a message under way; it isn't another person's, and signing out removes it", async () => {
  await open();
  await say('Hi');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');
  await model().fill('sandbox/slow');
  await say('Go on');
  await expect.element(line('Waiting for sandbox/slow...')).toBeInTheDocument();
  await message().fill('Next');
  const read = countCalls('Job');
  await reload();
  await expect.element(turn(1)).toMatchTextContent('sandbox/fast served the step');
  await expect.element(message()).toHaveValue('Next');
  await expect.element(turn(2)).toMatchTextContent('The input was: Go on');
  const { count } = read;
  await reload();
  await expect.element(turn(2)).toMatchTextContent('sandbox/slow served the step');
  // Ended messages are kept with their receipts.
  expect(read.count).toBe(count);
  const kept = sessionStorage.getItem(brand.chatKey) ?? '';
  await signOutByHeader();
  expect(sessionStorage.getItem(brand.chatKey)).toBeNull();
  sessionStorage.setItem(brand.chatKey, kept);
  await signIn((await createPerson()).email);
  await goto(`${compose}?tab=chat`);
  await expect.element(page.getByText('No messages yet')).toBeVisible();
});

test('a message that is too long for the request or for its model says what to do, and nothing is started', async () => {
  await open();
  const started = countCalls('StartWorkflow');
  const planned = countCalls('PlanWorkflow');
  await message().fill('a'.repeat(120_000));
  await expect
    .element(section('Chat'))
    .toMatchTextContent('At most 100,000 can be sent. Shorten the message, or start a new chat.');
  await expect.element(message()).toHaveAttribute('aria-invalid', 'true');
  await press(message(), '{Enter}');
  await expect.element(alert('At most 100,000 can be sent.')).toBeVisible();
  expect(planned.count).toBe(0);
  await message().fill('語'.repeat(30_000));
  await press(message(), '{Enter}');
  await expect
    .element(
      alert('more than sandbox/fast takes. Shorten the message, or choose a model with a longer context.'),
    )
    .toBeVisible();
  await model().fill('sandbox/fsat');
  await message().fill('Hi');
  await press(message(), '{Enter}');
  // The fault of the model is at its field, which takes the focus.
  await expect.element(section('Settings')).toMatchTextContent('There is no model named sandbox/fsat.');
  await expect.element(model()).toHaveFocus();
  await expect.element(model()).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await model().fill('');
  await expect.element(section('Settings')).not.toMatchTextContent('There is no model');
  await press(message(), '{Enter}');
  await expect.element(section('Settings')).toMatchTextContent('Choose a model.');
  await expect.element(model()).toHaveFocus();
  expect(started.count).toBe(0);
  await expect.element(message()).toHaveValue('Hi');
});

test('the API takes the longest chat that the page takes, and its model gets instructions as they are', async () => {
  await signInNewPerson();
  const turnOf = (text: string, reply: string): Turn => ({
    ...{ jobId: text, text, model: 'sandbox/fast' },
    outcome: { ...outcomeOf(null), status: 'COMPLETED', reply },
  });
  const chats = [
    Array.from({ length: 2_000 }, () => turnOf('', '')),
    [turnOf('a'.repeat(60_000), 'b'.repeat(39_800))],
  ].map((turns): Chat => ({ ...emptyChat, text: 'a', turns }));
  for (const chat of chats) {
    expect(chatLength(chat)).toBeGreaterThan(95_000);
    expect(chatLength(chat)).toBeLessThan(100_000);
    await ask('query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { maxCost } }', {
      input: chatWorkflow(chat),
    });
  }
  const words = '{{ input }} {% raw %}{%endraw%} {{{a}}} {{% { "a": 1 } {{';
  const { orchestrate } = await ask<{ orchestrate: { steps: { messages: { content: string }[] }[] } }>(
    'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { steps { messages { content } } } }',
    { input: chatWorkflow({ ...emptyChat, text: 'a', instructions: words }) },
  );
  expect(orchestrate.steps[0]?.messages[0]?.content).toBe(words);
});

test('without a connection nothing is sent; a message whose response is lost keeps its key, also over a reload and a refusal', async () => {
  expectConsole(/wasn't sent. Check your connection/, /The message wasn't confirmed as sent/);
  await open();
  let recover = interceptOperation('PlanWorkflow', noNetwork);
  await say('Hi');
  await expect.element(alert("The message couldn't be checked, and wasn't sent.")).toBeVisible();
  recover();
  recover = interceptOperation('StartWorkflow', async ({ send }) => {
    await send();
    throw new TypeError('Failed to fetch');
  });
  const sent = watchOperation('StartWorkflow');
  await press(message(), '{Enter}');
  await expect.element(alert("Try again: it's sent once.")).toBeVisible();
  await reload();
  await expect.element(alert("Try again: it's sent once.")).toBeVisible();
  recover();
  recover = interceptOperation('StartWorkflow', refuse('Too many calls.'));
  await press(message(), '{Enter}');
  await expect.element(alert('Too many calls.')).toBeVisible();
  recover();
  await press(message(), '{Enter}');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('while a message is sent, the chat stays as it is', async () => {
  await open();
  await say('Hi');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');
  const { held, release } = latch();
  interceptOperation('StartWorkflow', async ({ send }) => {
    await held;
    return send();
  });
  await say('Once more');
  await expect.element(button('New chat')).toHaveAttribute('aria-disabled', 'true');
  await button('New chat').click({ force: true });
  release();
  await expect.element(turn(2)).toMatchTextContent('The input was: Once more');
});

test('a new chat begins empty, and the last one can be brought back; both tabs keep what is in them', async () => {
  await open();
  await instructions().fill('Be brief.');
  await say('Hi');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');
  await button('New chat').click();
  await expect.element(turns()).not.toBeInTheDocument();
  await expect.element(button('Back to the last chat')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(turn(1)).toMatchTextContent('The input was: Hi');

  await press(tab('Chat'), '{ArrowLeft}');
  await expect.element(tab('Workflow')).toHaveFocus();
  await expect.element(page.css('main [data-path=name]')).toBeVisible();
  expect(location.search).toBe('');
  await page.css('main [data-path=name]').fill('Mine');
  await userEvent.keyboard('{Tab}');
  await press(tab('Workflow'), '{End}');
  await expect.element(tab('Chat')).toHaveFocus();
  await message().fill('And then?');
  await button('Use as workflow').click();
  await expect.element(line('the 2 earlier messages and replies are in the option Messages')).toBeVisible();
  await expect
    .element(page.css('main [data-path="steps[0].options.messages"]'))
    .toHaveValue(expect.stringContaining('Sandbox output'));
  await expect.element(page.css('main [data-path="steps[0].model"]')).toHaveValue('sandbox/fast');
  await expect.element(page.css('main [data-path="steps[0].instructions"]')).toHaveValue('Be brief.');
  await expect.element(page.css('main [data-path=input]')).toHaveValue('And then?');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(line('1 step would run.')).toBeVisible();
  await button('Back to your workflow').click();
  await expect.element(page.css('main [data-path=name]')).toHaveValue('Mine');
});

test('a chat fits on a phone and every wider screen, and on paper has no controls', async () => {
  await open();
  const reply = `# Arm\n\n- It **stops**.\n\n~~~\nconst wide = '${'x'.repeat(300)}';\n~~~\n\n| ${'Wide | '.repeat(40)}\n|${'-|'.repeat(40)}`;
  interceptOperation(
    'Job',
    changeResponse(({ getJobResult }: { getJobResult: { steps: { output: unknown }[] } }) => {
      for (const step of getJobResult.steps) if (step.output) step.output = { text: reply };
    }),
  );
  await say(`Hi ${'x'.repeat(300)}`);
  await expect.element(turn(1)).toMatchTextContent('sandbox/fast served the step');
  await expect.element(turn(1).getByRole('heading', { name: 'Arm' })).toBeVisible();
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
  // Each scrolls in a box of its own.
  for (const part of ['pre', 'table']) {
    const box = turn(1).css(part).element().parentElement;
    expect(box?.scrollWidth).toBeGreaterThan(box?.clientWidth ?? 0);
    expect(box?.tabIndex).toBe(0);
  }
  await onPaper(async () => {
    await expect.element(turn(1)).toBeVisible();
    await expect.element(message()).not.toBeVisible();
    // A hidden control has no role.
    for (const control of [button('New chat'), button('Use as workflow'), tab('Chat')])
      await expect.element(control).not.toBeInTheDocument();
  });
});
