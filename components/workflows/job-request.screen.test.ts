import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { countCalls, interceptOperation, noNetwork } from '@/testing/screens/intercept-operation';
import { goto, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { quickStep, runJob, section, signInNewPerson, step } from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';
import { watchSavedFiles } from '@/testing/screens/saved-files';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const request = () => section('Request').css('summary');
const prompt = (id: string) => step(id).css('summary').filter({ hasText: 'Definition and prompt' });
const variables = { tier: 'gold' };
const steps = [
  { id: 'topic', task: 'classification', options: { labels: ['hardware', 'software'] } },
  {
    ...{ id: 'answer', task: 'generation', dependsOn: ['topic'], input: 'Write to ada@acme.example.' },
    condition: 'variables.tier == "gold"',
    preprocessors: [{ name: 'stripSensitiveData' }],
  },
  { ...quickStep, id: 'other', condition: 'variables.tier == "free"' },
];

let id: string;
async function openJob(workflow: object = { name: 'Triage', variables, steps }): Promise<void> {
  await signInNewPerson();
  id = await runJob(workflow);
  await goto(`/dashboard/workflows/${id}`);
  await expect.element(section('Steps')).toBeVisible();
}

test('the request of a job is loaded once it is opened; its workflow can be copied, saved, and sent again', async () => {
  await openJob();
  const files = watchSavedFiles();
  const reads = countCalls('JobRequest');
  await press(request(), '{Enter}');
  await expect.element(section('Request')).toMatchTextContent('Started in a session, without an API key.');
  await expect.element(section('Request')).toMatchTextContent('The arm no longer stalls');
  expect(reads.count).toBe(1);
  await expectAccessible();
  await button('Copy workflow').click();
  const workflow = JSON.parse(await navigator.clipboard.readText());
  expect(workflow).toMatchObject({ name: 'Triage', variables });
  await button('Download JSON').click();
  expect(files.map(({ name }) => name)).toEqual([`${id}.json`]);
  expect(JSON.parse((await files[0]?.text) ?? '')).toEqual(workflow);
  const again = await ask<{ planWorkflow: object }>(
    'query Plan($input: StartWorkflowInput!) { planWorkflow(input: $input) { steps { id } } }',
    { input: workflow },
  );
  expect(again.planWorkflow).toMatchObject({ steps: [{ id: 'topic' }, { id: 'answer' }, { id: 'other' }] });
});

test('a step shows its condition with the values that it read, its definition, and its prompt with marked placeholders', async () => {
  await openJob();
  await press(prompt('answer'), '{Enter}');
  await expect.element(step('answer')).toMatchTextContent('variables.tier == "gold"');
  await expect.element(step('answer')).toMatchTextContent('"variables.tier": "gold"');
  await expect.element(step('answer').css('mark')).toHaveTextContent('[EMAIL_1]');
  expect(textsOf(step('answer').css('details[open] figcaption > span:first-child')).slice(-2)).toEqual([
    expect.stringMatching(/^Message as system, \d+ bytes$/),
    expect.stringMatching(/^Message as user, \d+ bytes$/),
  ]);
  await expectAccessible();
  await button('Copy message of answer as user').click();
  expect(await navigator.clipboard.readText()).toBe('Write to [EMAIL_1].');
  await press(prompt('other'), '{Enter}');
  await expect.element(step('other')).toMatchTextContent('No model was called, so no prompt has left.');
  await resize(375, 800);
  expect(sidewaysScroll()).toBe(0);
});

test('a load that fails says so, and can be tried again', async () => {
  await openJob();
  const restore = interceptOperation('StepPrompt', noNetwork);
  expectConsole(/couldn't be loaded/);
  await press(prompt('topic'), '{Enter}');
  const failure = "The definition and prompt of topic couldn't be loaded.";
  await expect.element(step('topic')).toMatchTextContent(failure);
  restore();
  await step('topic').getByRole('button', { name: 'Try again' }).click();
  await expect.element(step('topic')).toMatchTextContent('Message as system');
});

test('values of a condition that are too large are omitted, and the rest is shown', async () => {
  await openJob();
  const code = 'RESPONSE_TOO_LARGE';
  const tooLarge = () =>
    Response.json({ data: null, errors: [{ message: 'Too large.', extensions: { code } }] });
  interceptOperation('StepPrompt', (call) => (call.variables.values ? tooLarge() : call.send()));
  await press(prompt('answer'), '{Enter}');
  await expect.element(step('answer')).toMatchTextContent('The values that the condition read are too large');
  await expect.element(step('answer').css('mark')).toHaveTextContent('[EMAIL_1]');
});
