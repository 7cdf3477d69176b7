import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  interceptOperation,
  latch,
  noNetwork,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { alert, button } from '@/testing/screens/pages/bulk-page';
import { line, runJob, section, signInNewPerson, title } from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

const compose = '/dashboard/workflows/new';
/** A field of the form, by its path in the workflow. */
const at = (path: string) => page.css(`main [data-path="${path}"]`);
const json = () => page.css('main [name=workflow]');
const faults = () => page.css('ul[aria-label=Faults]');
const workflow = () => JSON.parse((json().element() as HTMLTextAreaElement).value);

function drop(content: string, name: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  page
    .getByText('Drop a file here')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

async function open(address = compose): Promise<void> {
  await signInNewPerson();
  await goto(address);
  await expect.element(line('3 steps would run.')).toBeVisible();
}

test('the example is planned as a graph with models and prices, runs once however often the button is pressed, and leads to its job', async () => {
  await open();
  await expectAccessible();
  await expect.element(section('Plan')).toMatchTextContent(/about \$0\.0\d+, at most \$0\.0\d+/);
  await expect.element(section('Plan')).toMatchTextContent('team classification');
  await expect.element(section('Plan')).toMatchTextContent('after summary');
  await expect.element(section('Plan')).toMatchTextContent('If it fails: sandbox/quality');
  await at('name').fill('First');
  await expect.element(line('3 steps would run.')).toBeVisible();
  const sent = watchOperation('StartWorkflow');
  const run = button('Run workflow').element() as HTMLElement;
  run.click();
  run.click();
  await expect.poll(() => location.pathname).toMatch(/^\/dashboard\/workflows\/job_/);
  expect(sent).toHaveLength(1);
  await expect.element(line('This job has completed.')).toBeVisible();
  // The draft ended with the start.
  await goto(compose);
  await expect.element(at('name')).toHaveValue('Support report');
});

test('Run and the price stay in view, next to the tabs for the keyboard; Ctrl Enter runs what was just typed, and the focus moves to its job', async () => {
  await open();
  const run = button('Run workflow');
  for (const width of [375, 768, 1440]) {
    await resize(width, 700);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(run).toBeInViewport({ ratio: 1 });
    await expect.element(line('3 steps would run.')).toBeInViewport();
  }
  await press(page.getByRole('tab', { name: 'Workflow', exact: true }), '{Tab}');
  // A panel that comes with its own controls isn't a stop itself.
  await expect.element(run).toHaveFocus();
  await at('name').fill('Typed last');
  const sent = watchOperation('StartWorkflow');
  await press(at('steps[0].instructions'), '{Control>}{Enter}{/Control}');
  await expect.element(title()).toHaveTextContent('Typed last');
  await expect.element(title()).toHaveFocus();
  expect(sent).toMatchObject([{ input: { name: 'Typed last' } }]);
});

test('the plan stays in view next to a longer form, unless the window is low', async () => {
  await open();
  const heading = section('Plan').getByRole('heading');
  await resize(1440, 900);
  window.scrollTo(0, 1_000);
  await expect.element(heading).toBeInViewport({ ratio: 1 });
  await resize(1440, 600);
  window.scrollTo(0, 1_000);
  await expect.element(heading).not.toBeInViewport();
});

test('form and JSON are one workflow: each change is in both, fields that the form lacks stay, and the draft survives a reload', async () => {
  await open();
  await json().fill(
    JSON.stringify({
      name: 'A',
      metadata: { order: 7 },
      input: 'The arm stops.',
      steps: [{ id: 'a', task: 'summarization', tone: 'plain' }],
    }),
  );
  await expect.element(at('name')).toHaveValue('A');
  await at('steps[0].options.max_words').fill('40');
  await at('steps[0].options.format').selectOptions('bullets');
  await at('steps[0].model').fill('sandbox/fast');
  await expect.element(section('Step a')).toMatchTextContent('$0.15 in, $0.60 out per million tokens.');
  await button('Add step').click();
  await at('steps[1].task').selectOptions('classification');
  await at('steps[1].options.labels').fill('hardware\nsoftware');
  await section('Step step_1').getByRole('checkbox', { name: 'a', exact: true }).click();
  await at('variables').fill('{ "language": ');
  expect(workflow().variables).toBe('{ "language": ');
  await at('variables').fill('{ "language": "German" }');
  await at('steps[0].id').fill('short');
  expect(workflow()).toEqual({
    name: 'A',
    metadata: { order: 7 },
    input: 'The arm stops.',
    variables: { language: 'German' },
    steps: [
      {
        id: 'short',
        task: 'summarization',
        tone: 'plain',
        options: { max_words: 40, format: 'bullets' },
        model: 'sandbox/fast',
      },
      {
        id: 'step_1',
        task: 'classification',
        options: { labels: ['hardware', 'software'] },
        dependsOn: ['short'],
      },
    ],
  });
  await expect.element(line('2 steps would run.')).toBeVisible();
  await reload();
  await expect.element(at('steps[0].id')).toHaveValue('short');
  await expect.element(line('2 steps would run.')).toBeVisible();
});

test('steps are moved, duplicated, and removed by keyboard, and get processors and fallbacks', async () => {
  await open();
  const actions = (id: string) => button(`Actions for step ${id}`);
  await press(actions('facts'), '{Enter}');
  await userEvent.keyboard('{Enter}');
  expect(workflow().steps.map(({ id }: { id: string }) => id)).toEqual(['summary', 'facts', 'team']);
  await expect.element(actions('facts')).toHaveFocus();
  await actions('facts').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.element(actions('facts_2')).toHaveFocus();
  await actions('summary').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  expect(workflow().steps).toMatchObject([{ id: 'facts' }, { id: 'facts_2' }, { id: 'team' }]);
  expect(workflow().steps[2]).not.toHaveProperty('dependsOn');
  await section('Step facts')
    .getByRole('button', { name: /^More for step/ })
    .click();
  await section('Step facts').getByRole('button', { name: 'Add preprocessor' }).click();
  await at('steps[0].preprocessors[0].options').fill('{ "words": ["Arm"] }');
  await section('Step facts').getByRole('button', { name: 'Add fallback' }).click();
  await at('steps[0].fallbacks[0]').fill('sandbox/quality');
  expect(workflow().steps[0]).toMatchObject({
    preprocessors: [{ name: 'stripSensitiveData', options: { words: ['Arm'] } }],
    fallbacks: ['sandbox/quality'],
  });
  await expect.element(line('3 steps would run.')).toBeVisible();
  await expectAccessible();
});

test('each fault is at its field and next to the JSON with its line; a fault of the JSON itself has its place', async () => {
  await open();
  await at('steps[1].options.max_words').fill('many');
  await at('steps[2].id').fill('2x');
  await expect.element(line('2 faults to correct.')).toBeVisible();
  await expect.element(at('steps[1].options.max_words')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(at('steps[2].id')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(button('Run workflow')).toHaveAttribute('aria-disabled', 'true');
  await button('Show first').click();
  await expect.element(at('steps[1].options.max_words')).toHaveFocus();
  await press(at('name'), '{Control>}{Enter}{/Control}');
  await expect.element(at('steps[1].options.max_words')).toHaveFocus();
  await expect.element(faults()).toMatchTextContent(/Line \d+, steps\[1\]\.options\.max_words/);
  await faults()
    .getByRole('button', { name: /max_words/ })
    .click();
  await expect.element(json()).toHaveFocus();
  const { selectionStart, selectionEnd, value } = json().element() as HTMLTextAreaElement;
  expect(value.slice(selectionStart, selectionEnd)).toBe('"many"');
  await expectAccessible();
  await json().fill('{\n  "name": nothing\n}');
  await expect
    .element(faults())
    .toMatchTextContent(`Line 2: This isn't valid JSON: "n" is unexpected in line 2, column 11.`);
  await expect.element(at('steps[1].id')).toBeDisabled();
  await page.css('main [name=example]').selectOptions('Review code');
  await expect.element(line('1 step would run.')).toBeVisible();
  await button('Back to your workflow').click();
  await expect.element(json()).toHaveValue('{\n  "name": nothing\n}');
});

test('a pasted workflow with faults has neither the plan nor the price of the one before; a fault of that one keeps them', async () => {
  await open();
  await at('steps[0].instructions').fill('{{ nothing }}');
  await expect.element(line('1 fault to correct.')).toBeVisible();
  await expect.element(section('Plan')).toMatchTextContent('From before the fault.');
  await expect.element(section('Plan')).toMatchTextContent('team classification');
  await json().fill('{ "name": "Other", "input": "Text.", "steps": [{ "id": "other", "task": "unknown" }] }');
  await expect.element(section('Plan')).toMatchTextContent('The steps and their models appear here.');
  await expect.element(section('Plan')).not.toMatchTextContent('$');
});

test('a pasted list of steps becomes a workflow; a typed one says what to do', async () => {
  await open();
  const area = json().element() as HTMLTextAreaElement;
  area.select();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', '[{ "id": "a", "task": "generation", "input": "Hi" }]');
  area.focus();
  area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(line('1 step would run.')).toBeVisible();
  expect(workflow()).toEqual({ steps: [{ id: 'a', task: 'generation', input: 'Hi' }] });
  await json().fill('[]');
  await expect.element(faults()).toMatchTextContent('Put the steps in { "steps": [...] }.');
});

test('a name in a template that nothing has is a warning next to the plan, with its place, and stops nothing', async () => {
  await open();
  await json().fill(
    '{ "input": "Hi", "variables": { "language": "de" }, "steps": [{ "id": "a", "task": "generation", "instructions": "In {{ variables.langauge }}." }] }',
  );
  const warnings = section('Plan').getByRole('list', { name: 'Warnings' });
  await expect
    .element(warnings)
    .toMatchTextContent(
      'instructions of a: The request has no variable "langauge", so it renders as nothing. Did you mean language?',
    );
  await expect.element(line('1 step would run.')).toBeVisible();
  await expectAccessible();
  await at('steps[0].instructions').fill('In {{ variables.language }}.');
  await expect.element(warnings).not.toBeInTheDocument();
});

test("a step that a person decides has no fields about models, and the JSON's are faults above it", async () => {
  await open();
  await at('steps[2].model').fill('sandbox/fast');
  await at('steps[2].task').selectOptions('approval');
  await expect.element(line('3 steps would run.')).toBeVisible();
  await section('Step team')
    .getByRole('button', { name: /^More for step/ })
    .click();
  await expect.element(at('steps[2].on_error')).toBeVisible();
  for (const field of ['model', 'strategy', 'retries', 'timeout_ms', 'on_refusal'])
    await expect.element(at(`steps[2].${field}`)).not.toBeInTheDocument();
  expect(workflow().steps[2]).not.toHaveProperty('model');
  await json().fill(
    '{ "input": "Hi", "steps": [{ "id": "a", "task": "analysis" }, { "id": "ok", "task": "approval" }] }',
  );
  await expect
    .element(section('Step ok'))
    .toMatchTextContent('If none is chosen, it is the workflow’s input');
  await json().fill('{ "input": "Hi", "steps": [{ "id": "ok", "task": "approval", "retries": 1 }] }');
  await expect
    .element(section('Step ok'))
    .toMatchTextContent('approval calls no model, and takes no retries.');
});

test('a check that fails is said to have failed, and is made again by hand or once the browser is online; only the last change is checked', async () => {
  expectConsole(/The workflow couldn't be checked/);
  await open();
  let recover = interceptOperation('PlanWorkflow', noNetwork);
  await at('name').fill('B');
  await expect.element(alert("The workflow couldn't be checked. Check your connection.")).toBeVisible();
  recover();
  window.dispatchEvent(new Event('online'));
  await expect.element(line('3 steps would run.')).toBeVisible();
  recover = interceptOperation('PlanWorkflow', refuse('The site is busy.'));
  await at('name').fill('C');
  await expect.element(alert('The site is busy.')).toBeVisible();
  recover();
  const sent = watchOperation('PlanWorkflow');
  await at('name').fill('D');
  await at('name').fill('E');
  await expect.element(line('3 steps would run.')).toBeVisible();
  expect(sent).toMatchObject([{ input: { name: 'E' } }]);
});

test('a press of Run during a check that fails starts nothing once a later check has passed', async () => {
  expectConsole(/The workflow couldn't be checked/);
  await open();
  const { held, release } = latch();
  const recover = interceptOperation('PlanWorkflow', async (call) => {
    await held;
    return noNetwork(call);
  });
  const sent = watchOperation('StartWorkflow');
  await at('name').fill('Wanted once');
  await button('Run workflow').click();
  await expect.element(button('Checking...')).toBeVisible();
  release();
  await expect.element(alert("The workflow couldn't be checked. Check your connection.")).toBeVisible();
  recover();
  window.dispatchEvent(new Event('online'));
  await expect.element(line('3 steps would run.')).toBeVisible();
  await expect.element(button('Run workflow')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a start whose response is lost is sent again with the same key', async () => {
  expectConsole(/The workflow's start wasn't confirmed/);
  await open();
  const recover = interceptOperation('StartWorkflow', async ({ send }) => {
    await send();
    throw new TypeError('Failed to fetch');
  });
  const sent = watchOperation('StartWorkflow');
  await button('Run workflow').click();
  await expect.element(alert('Try again: it starts once.')).toBeVisible();
  recover();
  await button('Run workflow').click();
  await expect.poll(() => location.pathname).toMatch(/job_/);
  expect(sent[1]).toEqual(sent[0]);
});

test('a file is dropped and sent, and the job runs again with changes: its workflow, and its file if the job shows all of it', async () => {
  await open();
  await json().fill('{ "name": "Digest", "steps": [{ "id": "a", "task": "summarization" }] }');
  await expect.element(line('1 fault to correct.')).toBeVisible();
  drop('%PDF-1.7\n', 'report.pdf');
  await expect.element(alert('report.pdf is a PDF file. Steps read text only')).toBeVisible();
  drop('a\u0000b', 'report.bin');
  await expect.element(alert("report.bin isn't text.")).toBeVisible();
  drop('The arm stops. Logs rotate daily.', 'report.txt');
  await expect.element(line('1 step would run.')).toBeVisible();
  await button('Run workflow').click();
  await expect.element(line('This job has completed.')).toBeVisible();
  await button('More actions for this job').click();
  await page.getByRole('menuitem', { name: 'Run again with changes' }).click();
  await expect.element(line('1 step would run.')).toBeVisible();
  await expect.element(section('Workflow')).toMatchTextContent('report.txt, 33 bytes');
  await at('name').fill('Digest v2');
  await button('Run workflow').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Digest v2');
  await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click();
  await expect.element(section('Totals')).toMatchTextContent(/A Digest.*B Digest v2/);
});

test('of two files, the last choice is taken, even if the first file takes longer to read', async () => {
  await open();
  const { held, release } = latch();
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementationOnce(async () => {
    await held;
    return new ArrayBuffer(1);
  });
  drop('The arm stops.', 'slow.txt');
  drop('Logs rotate.', 'newest.txt');
  await expect.element(section('Workflow')).toMatchTextContent('newest.txt, 12 bytes');
  release();
  await read.mock.results[0]?.value;
  // A late result of the first file would be shown by now.
  await at('name').fill('Two files');
  await expect.element(line('3 steps would run.')).toBeVisible();
  await expect.element(section('Workflow')).toMatchTextContent('newest.txt, 12 bytes');
  await expect.element(section('Workflow')).not.toMatchTextContent('slow.txt');
});

test("changing a job's workflow leaves the person's own draft as it was, and is a draft itself", async () => {
  await open();
  await at('name').fill('Mine');
  const id = await runJob({ name: 'Digest' });
  await goto(`${compose}?from=${id}`);
  await expect.element(at('name')).toHaveValue('Digest');
  await at('name').fill('Digest v2');
  await reload();
  await expect.element(at('name')).toHaveValue('Digest v2');
  // Also once the job that it began as is deleted.
  await ask('mutation ($id: ID!) { deleteJob(jobId: $id) { success } }', { id });
  expectConsole(/The workflow's start wasn't confirmed/);
  await button('Run workflow').click();
  await expect.element(title()).toHaveTextContent('Digest v2');
  await goto(compose);
  await expect.element(at('name')).toHaveValue('Mine');
});

test('a job that is gone, or fails to load, leads on', async () => {
  await signInNewPerson();
  await goto(`${compose}?from=job_nothing`);
  await expect.element(page.getByText('Job not found.', { exact: true })).toBeVisible();
  await expectAccessible();
  await button('Write another workflow').click();
  await expect.element(line('3 steps would run.')).toBeVisible();
  const id = await runJob({ name: 'Again' });
  expectConsole(/couldn't be loaded/);
  const recover = interceptOperation('JobRequest', noNetwork);
  await goto(`${compose}?from=${id}`);
  await expect.element(alert("The job's workflow couldn't be loaded.")).toBeVisible();
  recover();
  await button('Try again').click();
  await expect.element(at('name')).toHaveValue('Again');
});

test('the code starts the same workflow, whatever its texts, and is there only for a workflow without faults', async () => {
  await open();
  const name = `it's "$HOME" \`id\``;
  await at('name').fill(name);
  await press(page.css('summary').filter({ hasText: 'curl, fetch, and GraphQL' }), '{Enter}');
  await expect
    .element(page.getByRole('figure', { name: 'Terminal' }))
    .toMatchTextContent('$SWITCHYARD_TOKEN');
  await at('steps[1].options.max_words').fill('many');
  await expect.element(section('Same as code')).toMatchTextContent('its code would be refused');
  await expect.element(page.getByRole('figure', { name: 'Terminal' })).not.toBeInTheDocument();
  await at('steps[1].options.max_words').fill('40');
  await button('GraphQL').click();
  await button('Copy the start as GraphQL').click();
  const [document = '', variables = ''] = (await navigator.clipboard.readText()).split('\n\n');
  const { enqueueWorkflow } = await ask<{ enqueueWorkflow: { jobId: string } }>(
    document,
    JSON.parse(variables),
  );
  await goto(`/dashboard/workflows/${enqueueWorkflow.jobId}`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name);
});

test('the page fits on a phone and every wider screen', async () => {
  await open();
  await section('Step team')
    .getByRole('button', { name: /^More for step/ })
    .click();
  await at('name').fill('x'.repeat(110));
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
});
