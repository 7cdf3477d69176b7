import { expect, test } from 'vitest';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { goto } from '@/testing/screens/open-screen';
import { quickStep, runJob, section, signInNewPerson } from '@/testing/screens/pages/jobs-page';
import { press } from '@/testing/screens/press';

test('the result of a drill names what was changed, and goes while the form has other changes', async () => {
  await signInNewPerson();
  const id = await runJob({ steps: [{ ...quickStep, fallbacks: ['sandbox/quality'] }] });
  await goto(`/dashboard/workflows/${id}`);
  const drill = section('What if');
  await expect.element(drill).toBeVisible();
  await press(drill.getByText('Change models'), '{Enter}');
  const of = drill.getByLabelText('Provider or model 1', { exact: true });
  // The model that was called comes first, and each with the steps that use it.
  await expect.element(of).toHaveValue('sandbox/fast');
  expect([...of.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'sandbox/fast (summary)',
    'sandbox/quality (summary)',
    'All of sandbox',
  ]);
  const replay = drill.getByRole('button', { name: 'Replay' });
  await replay.click();
  await expect.element(drill).toMatchTextContent('Replayed as if sandbox/fast is down. The job would have');
  await expectAccessible();
  await drill.getByLabelText('Change 1', { exact: true }).selectOptions('is slow');
  const table = drill.getByRole('table', { name: 'Steps, as they would have been' });
  await expect.element(table).not.toBeInTheDocument();
  await expect
    .element(drill)
    .toMatchTextContent('The form has changed since the last replay: sandbox/fast is down.');
  await replay.click();
  await expect
    .element(drill)
    .toMatchTextContent('Replayed as if sandbox/fast has its first token after 15 s.');
  await of.selectOptions('All of sandbox');
  await expect.element(table).not.toBeInTheDocument();
  // The same changes as before have the same result.
  await of.selectOptions('sandbox/fast (summary)');
  await expect.element(table).toBeVisible();
});
