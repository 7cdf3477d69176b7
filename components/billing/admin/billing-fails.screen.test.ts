import { expect, test } from 'vitest';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  countCalls,
  holdOperation,
  interceptOperation,
  refuse,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { loseResponse } from '@/testing/screens/lose-response';
import { openAdmin } from '@/testing/screens/pages/admin-page';
import {
  alert,
  change,
  edit,
  fact,
  field,
  openBilling,
  save,
  savedNotice,
  section,
  stored,
  title,
} from '@/testing/screens/pages/billing-page';
import { press } from '@/testing/screens/press';

const failed = "The billing information couldn't be saved. Try again.";

test('of two admins the second sees what changed, keeps what was typed, and overwrites nothing unseen', async () => {
  expectConsole(/couldn't be saved/);
  const sent = watchOperation('SaveBillingProfile');
  const accountId = await openBilling({ form: true });
  await change(accountId, { city: 'Cusco', company_name: null, country: 'CL' });
  await field('full_name').fill('Typed Here');
  await field('country').fill('Bolivia');
  await save.click();
  await expect
    .element(alert)
    .toHaveTextContent(
      "This billing profile has changed since you read it. Your change wasn't saved. Review the latest version. Meanwhile Company was cleared, City became “Cusco”, and Country became “Chile”.",
    );
  await expect.element(save).toHaveFocus();
  await expect.element(field('city')).toHaveValue('Cusco');
  await expect.element(field('company_name')).toHaveValue('');
  await expect.element(field('full_name')).toHaveValue('Typed Here');
  await expect.element(field('country')).toHaveValue('Bolivia');
  await expectAccessible();
  expect(await stored(accountId)).toMatchObject({ full_name: 'Uma Reyes', country: 'CL' });
  await save.click();
  await expect.element(savedNotice).toBeVisible();
  expect(sent.map(({ updates }) => updates)).toEqual(
    Array(2).fill({ full_name: 'Typed Here', country: 'BO' }),
  );
  expect(await stored(accountId)).toMatchObject({
    full_name: 'Typed Here',
    city: 'Cusco',
    company_name: null,
    country: 'BO',
  });
});

for (const { name, handle } of [
  ...callFailures,
  { name: 'the API has no words for it', handle: refuse('') },
]) {
  test(`if ${name}, a save says so, keeps what was typed, and works again`, async () => {
    expectConsole(/couldn't be saved/);
    const accountId = await openBilling({ form: true });
    const recover = interceptOperation('SaveBillingProfile', handle);
    await field('city').fill('Cusco');
    await save.click();
    await expect.element(alert).toHaveTextContent(failed);
    await expect.element(field('city')).toHaveValue('Cusco');
    recover();
    await save.click();
    await expect.element(savedNotice).toBeVisible();
    expect(await stored(accountId)).toMatchObject({ city: 'Cusco' });
  });
}

test('a save whose response was lost counts as made', async () => {
  expectConsole(/couldn't be saved/);
  await openBilling({ form: true });
  interceptOperation('SaveBillingProfile', loseResponse);
  await field('city').fill('Cusco');
  await field('country').fill('Chile');
  await save.click();
  await expect.element(savedNotice).toBeVisible();
  await expect.element(fact('Address')).toHaveTextContent('Cusco');
});

test('a double press saves once, and the button shows that it is saving', async () => {
  await openBilling({ form: true });
  const release = holdOperation('SaveBillingProfile');
  const sent = countCalls('SaveBillingProfile');
  await field('city').fill('Cusco');
  await save.dblClick();
  await expect.element(save).toHaveTextContent('Saving...');
  await press(field('city'), '{Enter}');
  await press(field('city'), '{Escape}');
  await expectAccessible();
  release();
  await expect.element(savedNotice).toBeVisible();
  expect(sent.count).toBe(1);
});

test('while it loads it says so', async () => {
  const release = holdOperation('BillingProfile');
  await openAdmin('/account');
  await expect
    .element(section.getByRole('status').first())
    .toHaveTextContent('Loading billing information...');
  release();
  await expect.element(edit).toBeVisible();
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, it says so, and tries again`, async () => {
    expectConsole(/The billing profile couldn't be loaded/);
    const recover = interceptOperation('BillingProfile', handle);
    await openAdmin('/account');
    await expect.element(alert).toHaveTextContent("Billing information couldn't be loaded.");
    recover();
    await press(section.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(title).toHaveFocus();
    await expect.element(edit).toBeVisible();
  });
}
