import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { openAdmin } from './admin-page';
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
  watchSaves,
} from './billing-page';

const failed = 'The billing information could not be saved. Please try again.';

test('of two admins the second sees what changed, keeps what was typed, and overwrites nothing unseen', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/could not be saved/);
  const sent = await watchSaves(page);
  const accountId = await openBilling(page, { form: true });
  await change(page, accountId, { city: 'Cusco', company_name: null, country: 'CL' });
  await field(page, 'full_name').fill('Typed Here');
  await field(page, 'country').fill('Bolivia');
  await save(page).click();
  await expect(alert(page)).toHaveText(
    'This billing profile has changed since you read it. Nothing was saved; look at it again. Meanwhile Company was cleared, City became “Cusco”, and Country became “Chile”.',
  );
  await expect(save(page)).toBeFocused();
  await expect(field(page, 'city')).toHaveValue('Cusco');
  await expect(field(page, 'company_name')).toHaveValue('');
  await expect(field(page, 'full_name')).toHaveValue('Typed Here');
  await expect(field(page, 'country')).toHaveValue('Bolivia');
  await expectAccessible(page);
  expect(await stored(page, accountId)).toMatchObject({ full_name: 'Uma Reyes', country: 'CL' });
  await save(page).click();
  await expect(savedNotice(page)).toBeVisible();
  expect(sent.map(({ updates }) => updates)).toEqual(
    Array(2).fill({ full_name: 'Typed Here', country: 'BO' }),
  );
  expect(await stored(page, accountId)).toMatchObject({
    full_name: 'Typed Here',
    city: 'Cusco',
    company_name: null,
    country: 'BO',
  });
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API has no words for it', console: [], handle: refuse('') },
]) {
  test(`if ${name}, a save says so, keeps what was typed, and works again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, /could not be saved/);
    const accountId = await openBilling(page, { form: true });
    const recover = await interceptOperation(page, 'SaveBillingProfile', handle);
    await field(page, 'city').fill('Cusco');
    await save(page).click();
    await expect(alert(page)).toHaveText(failed);
    await expect(field(page, 'city')).toHaveValue('Cusco');
    await recover();
    await save(page).click();
    await expect(savedNotice(page)).toBeVisible();
    expect(await stored(page, accountId)).toMatchObject({ city: 'Cusco' });
  });
}

test('a save whose answer was lost counts as made', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /could not be saved/);
  await openBilling(page, { form: true });
  await interceptOperation(page, 'SaveBillingProfile', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field(page, 'city').fill('Cusco');
  await field(page, 'country').fill('Chile');
  await save(page).click();
  await expect(savedNotice(page)).toBeVisible();
  await expect(fact(page, 'Address')).toHaveText('Cusco');
});

test('a double press saves once, and the button says so meanwhile', async ({ page }) => {
  await openBilling(page, { form: true });
  const { held, release } = latch();
  let sent = 0;
  await interceptOperation(page, 'SaveBillingProfile', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await field(page, 'city').fill('Cusco');
  await save(page).dblclick();
  await expect(save(page)).toHaveText('Saving...');
  await field(page, 'city').press('Enter');
  await field(page, 'city').press('Escape');
  await expectAccessible(page);
  release();
  await expect(savedNotice(page)).toBeVisible();
  expect(sent).toBe(1);
});

test('while it loads it says so', async ({ page }) => {
  const release = await holdOperation(page, 'BillingProfile');
  await openAdmin(page, '/account');
  await expect(section(page).getByRole('status').first()).toHaveText('Loading billing information...');
  release();
  await expect(edit(page)).toBeVisible();
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, it says so, and tries again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /The billing profile could not be loaded/);
    const recover = await interceptOperation(page, 'BillingProfile', handle);
    await openAdmin(page, '/account');
    await expect(alert(page)).toHaveText('Billing information could not be loaded.');
    await recover();
    await section(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(title(page)).toBeFocused();
    await expect(edit(page)).toBeVisible();
  });
}
