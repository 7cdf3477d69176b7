import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { interceptOperation, noNetwork, refuse, watchOperation } from '@/testing/screens/intercept-operation';
import { goto, reload, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import {
  alert,
  bulkList,
  button,
  field,
  table,
  tickets,
  uploadRows,
} from '@/testing/screens/pages/bulk-page';
import { line, section, signInNewPerson, title } from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

const newRun = `${bulkList}/new`;
const workflow = () => field('workflow');
const file = (text: string, name = 'tickets.csv') => new File([text], name, { type: 'text/csv' });
const price = () => section('Price and start');

/** Opens the page with a file that was uploaded before, once its run is planned. */
async function openWithFile(text = tickets): Promise<string> {
  await signInNewPerson();
  const id = await uploadRows(text);
  await goto(`${newRun}?file=${id}`);
  await expect.element(line('would run')).toBeVisible();
  return id;
}

test('a file is chosen, its bad rows are listed page by page, and leaving and coming back finds it and the draft', async () => {
  await signInNewPerson();
  await goto(newRun);
  await expect.element(page.getByText('Files appear here once they are uploaded')).toBeVisible();
  await expectAccessible();
  const late = Array.from({ length: 12 }, (_, row) => `${row + 20},Late\n`).join('');
  await field('keyColumn').fill('id');
  await userEvent.upload(
    page.getByLabelText('File of rows'),
    file(`${tickets}1,Twice,A key that is there.\n${late}`),
  );
  await expect.element(section('tickets.csv')).toMatchTextContent('CSV in UTF-8, 8 rows');
  await expect.element(title()).toHaveFocus();
  await expect.element(section('tickets.csv')).toMatchTextContent('13 rows are bad and left out.');
  expect(textsOf(table('Bad rows').css('tbody tr')).slice(0, 2)).toEqual([
    expect.stringMatching(/^10 ?id/),
    '11Whole row2 values, but 3 columns.20,Late',
  ]);
  await press(
    page.getByRole('navigation', { name: 'Pages of bad rows' }).getByRole('button', { name: 'Next' }),
    '{Enter}',
  );
  await expect.element(table('Bad rows')).toMatchTextContent(/^LineColumnReason15/);
  expect(textsOf(table('First rows').css('thead th'))).toEqual([
    'Line',
    'idnumber',
    'subjecttext',
    'bodytext',
  ]);
  await expect.element(line('8 rows would run.')).toBeVisible();
  await expectAccessible();

  await field('onlyIf').fill("variables.subject != 'Arm 2'");
  await expect.element(line('7 rows would run, 1 row skipped at no cost.')).toBeVisible();
  await field('stopAfterCost').fill('1e-9');
  await expect.element(page.getByText('The cost limit stops the run after about 1 row.')).toBeVisible();
  await field('stopAfterCost').fill('');
  await reload();
  await expect.element(section('tickets.csv')).toBeVisible();
  await expect.element(field('onlyIf')).toHaveValue("variables.subject != 'Arm 2'");
  await goto(newRun);
  await expect.element(button('Use file tickets.csv')).toBeVisible();
  await expectAccessible();
  await button('Use file tickets.csv').click();
  await expect.element(field('onlyIf')).toHaveValue("variables.subject != 'Arm 2'");
});

test('a dropped file that the server refuses is said to be bad, and can be sent again', async () => {
  expectConsole(/The file couldn't be uploaded/);
  await signInNewPerson();
  await goto(newRun);
  const drop = (dropped: File) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(dropped);
    const zone = page.getByText('Drop a file here').element();
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  };
  await expect.element(page.getByText('Drop a file here')).toBeVisible();
  drop(file('', 'nothing.csv'));
  await expect.element(alert('The file is empty.')).toBeVisible();
  await expectAccessible();
  const recover = interceptOperation('UploadBulkFile', noNetwork);
  drop(file(tickets));
  await expect.element(alert("The file couldn't be uploaded. Check your connection.")).toBeVisible();
  recover();
  await button('Try again').click();
  await expect.element(section('tickets.csv')).toBeVisible();
});

test('a file whose encoding is guessed says so, with what to do', async () => {
  await signInNewPerson();
  await goto(newRun);
  const shiftJis = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
  const guessed = new File(['id,text\n1,', shiftJis, '\n'], 'japan.csv');
  await userEvent.upload(page.getByLabelText('File of rows'), guessed);
  const shown = section('japan.csv');
  await expect.element(shown).toMatchTextContent('CSV in Windows-1252 (guessed), 1 row');
  await expect.element(shown).toMatchTextContent('save the file as UTF-8, and upload it again');
  await expectAccessible();
  await goto(`${newRun}?file=${await uploadRows()}`);
  await expect.element(section('tickets.csv')).toMatchTextContent('CSV in UTF-8, 8 rows');
  await expect.element(section('tickets.csv')).not.toMatchTextContent('guess');
});

test('a file that is gone, or that fails to load, leads on', async () => {
  expectConsole(/A bulk file couldn't be loaded/);
  await signInNewPerson();
  await goto(`${newRun}?file=bulkfile_nothing`);
  await expect.element(page.getByText('File not found.', { exact: true })).toBeVisible();
  await expectAccessible();
  const id = await uploadRows();
  const recover = interceptOperation('BulkFile', noNetwork);
  await goto(`${newRun}?file=${id}`);
  await expect.element(alert("The file couldn't be loaded.")).toBeVisible();
  recover();
  await button('Try again').click();
  await expect.element(section('tickets.csv')).toBeVisible();
});

test('the plan follows what is typed, with the texts of the first row; a fault is shown at its path, or at its field', async () => {
  await openWithFile();
  await expect.element(price()).toMatchTextContent(/about \$0\.0\d+, at most \$0\.0\d+/);
  await expect.element(section('Line 2 as the steps get it')).toMatchTextContent('The arm 1 stalls.');
  await workflow().fill('{ "steps": [{ "id": "a", "task": "summarize", "input": "{{ variables.bdy }}" }] }');
  const faults = section('Workflow').css('ul[aria-label=Faults]');
  await expect.element(faults).toMatchTextContent('Line 1, steps[0].task: There is no task named summarize.');
  await expect.element(workflow()).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await button('Line 1, steps[0].task').click();
  await expect.element(workflow()).toHaveFocus();
  const { selectionStart, selectionEnd, value } = workflow().element() as HTMLTextAreaElement;
  expect(value.slice(selectionStart, selectionEnd)).toBe('"summarize"');
  await expect.element(button('Run all')).toHaveAttribute('aria-disabled', 'true');

  await workflow().fill('{ "steps": ');
  await expect.element(faults).toMatchTextContent("This isn't valid JSON");
  await button('Use example').click();
  await expect.element(line('8 rows would run.')).toBeVisible();
  await field('concurrency').fill('40');
  await expect
    .element(field('concurrency'))
    .toHaveAccessibleDescription('Enter a whole number from 1 to 16.');
  await field('concurrency').fill('2');
  await field('callbackUrl').fill('example.com');
  await expect.element(field('callbackUrl')).toHaveAccessibleDescription('Enter an http or https address.');
  await field('callbackUrl').fill('');
  await field('onlyIf').fill('variables.size ==');
  await expect.element(field('onlyIf')).toHaveAttribute('aria-invalid', 'true');
});

test('of many rows that would fail, the others are a press away, and the price says that it lacks them', async () => {
  const empty = Array.from({ length: 7 }, (_, row) => `${row + 9},Empty,\n`).join('');
  await openWithFile(`${tickets}${empty}`);
  await expect.element(line('15 rows would run, and 7 of them would fail.')).toBeVisible();
  await expect.element(price()).toMatchTextContent('Without the 7 rows that would fail.');
  await expect.element(price()).toMatchTextContent(/Cheapest row: line [2-9],/);
  const failing = page.getByRole('region', { name: 'Rows that would fail' });
  await expect.element(failing.getByRole('listitem')).toHaveLength(5);
  await press(button('Show 2 more'), '{Enter}');
  await expect.element(failing.getByRole('listitem')).toHaveLength(7);
  await expect.element(button('Show fewer')).toHaveFocus();
  await expectAccessible();
});

test('a column is inserted at the cursor, and the example follows', async () => {
  await openWithFile('first name,note\nAda,Hello there\n');
  await workflow().fill('{ "steps": [{ "id": "a", "task": "generation", "input": "" }] }');
  const area = workflow().element() as HTMLTextAreaElement;
  const at = area.value.indexOf('""') + 1;
  area.setSelectionRange(at, at);
  await button('Insert first name').click();
  await expect.element(workflow()).toHaveFocus();
  await expect
    .element(workflow())
    .toHaveValue(
      `{ "steps": [{ "id": "a", "task": "generation", "input": "{{ variables['first name'] }}" }] }`,
    );
  await expect.element(section('Line 2 as the steps get it')).toMatchTextContent('Ada');
});

test('if the plan fails, the page says so and tries again; only the last change is planned', async () => {
  expectConsole(/The run couldn't be checked/);
  await openWithFile();
  const recover = interceptOperation('PlanBulkRun', refuse('The site is busy.'));
  await field('concurrency').fill('3');
  await expect.element(alert('The site is busy.')).toBeVisible();
  recover();
  const sent = watchOperation('PlanBulkRun');
  await button('Try again').click();
  await expect.element(line('8 rows would run.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('five rows are tried first, however often the button is pressed; then the others run for about their price', async () => {
  await openWithFile();
  const sent = watchOperation('StartBulkRun');
  const tried = button('Try five rows').element() as HTMLElement;
  tried.click();
  tried.click();
  await expect.poll(() => location.pathname).toMatch(new RegExp(`^${bulkList}/bulk_`));
  expect(sent).toEqual([
    {
      input: expect.objectContaining({ tryRows: 5, trySelection: 'FIRST' }),
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  await expect.element(line('The tried rows have ended. 3 rows wait for you.')).toBeVisible();
  await expect.element(table('Rows').css('tbody tr')).toHaveLength(5);
  await expectAccessible();
  await press(button('Run the other 3 rows for about $0.0'), '{Enter}');
  await expect.element(line('This run has completed.')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
});

test("a start whose response is lost is sent again with the same key; lines that can't be read are refused at their field", async () => {
  expectConsole(/The run's start wasn't confirmed/);
  await openWithFile();
  await field('tryChoice').selectOptions('LINES');
  await button('Try these rows').click();
  await expect.element(field('tryLines')).toHaveAccessibleDescription('Enter line numbers, such as 2, 5, 9.');
  await field('tryLines').fill('2, 5');
  const recover = interceptOperation('StartBulkRun', async ({ send }) => {
    await send();
    throw new TypeError('Failed to fetch');
  });
  const sent = watchOperation('StartBulkRun');
  await button('Try these rows').click();
  await expect.element(alert('Try again: it starts once.')).toBeVisible();
  recover();
  await button('Try these rows').click();
  await expect.element(line('The tried rows have ended. 6 rows wait for you.')).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
  await goto(bulkList);
  await expect.element(table('Bulk runs').css('tbody tr')).toHaveLength(1);
});

test('the page fits on a phone and every wider screen', async () => {
  const name = `${'a'.repeat(60)}`;
  await openWithFile(`${name},note\n${'x'.repeat(300)},Hello\nonly one\n`);
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 800);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expectAccessible();
  }
});
