import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { openOwnAccount } from '@/e2e/own-account';
import { openAdmin, sidewaysScroll } from './admin-page';
import {
  alert,
  cancel,
  edit,
  fact,
  field,
  fieldNames,
  openBilling,
  save,
  savedNotice,
  section,
  stored,
  title,
  watchSaves,
} from './billing-page';

test('the read view shows every detail, the tax id under its own label, the country by name', async ({
  page,
}) => {
  await openAdmin(page, '/account', 'admin@acme.test');
  await expect(title(page)).toBeVisible();
  await expect(section(page).locator('dt')).toHaveText([
    'Name',
    'Email',
    'Company',
    'USt-IdNr.',
    'Address',
    'Country',
    'Phone',
  ]);
  await expect(fact(page, 'Name')).toHaveText('Ada Byron');
  await expect(fact(page, 'USt-IdNr.')).toHaveText('DE301204567');
  await expect(fact(page, 'Address')).toHaveText(
    /^Am Güterbahnhof 3\s+Halle B, 2\. OG\s+Bremen, Bremen 28195$/,
  );
  await expect(fact(page, 'Country')).toHaveText('Germany');
});

test('what is missing is a dash, the tax id then under Tax ID', async ({ page }) => {
  await openBilling(page);
  for (const name of ['Tax ID', 'Phone']) await expect(fact(page, name)).toHaveText('—');
  await expect(fact(page, 'Address')).toHaveText('Lima');
  await expectAccessible(page);
});

test('with no profile it says so, and the first is put on file by keyboard alone', async ({ page }) => {
  const { accountId, admin } = await openOwnAccount();
  await openAdmin(page, '/account', admin.email);
  await expect(section(page).getByText('No billing profile on file.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await section(page).getByRole('button', { name: 'Add billing profile' }).press('Enter');
  await expect(field(page, 'full_name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alert(page)).toHaveText('Fill in at least one field.');
  expect(await stored(page, accountId)).toBeNull();
  await field(page, 'full_name').fill(' Uma Reyes ');
  await page.keyboard.press('Enter');
  await expect(savedNotice(page)).toBeVisible();
  await expect(edit(page)).toBeFocused();
  await expect(fact(page, 'Name')).toHaveText('Uma Reyes');
  expect(await stored(page, accountId)).toMatchObject({ full_name: 'Uma Reyes', country: null });
});

test("every field is a text input under SPEC's name, and all of them are stored", async ({ page }) => {
  const accountId = await openBilling(page, { form: true });
  const inputs = section(page).getByRole('textbox').or(section(page).getByRole('combobox'));
  await expect(inputs).toHaveCount(12);
  expect(await inputs.evaluateAll((all: HTMLInputElement[]) => all.map(({ name }) => name))).toEqual(
    fieldNames,
  );
  await expect(field(page, 'country')).toHaveValue('Peru');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  for (const name of fieldNames) await field(page, name).fill(`My ${name}`);
  await field(page, 'email').fill('New@Umbra.test');
  await field(page, 'country').fill('japan');
  await save(page).click();
  await expect(savedNotice(page)).toBeVisible();
  expect(await stored(page, accountId)).toEqual({
    ...Object.fromEntries(fieldNames.map((name) => [name, `My ${name}`])),
    email: 'new@umbra.test',
    country: 'JP',
  });
  await expect(fact(page, 'Country')).toHaveText('Japan');
  await expect(fact(page, 'My tax_id_label')).toHaveText('My tax_id');
});

for (const way of ['Cancel', 'Escape']) {
  test(`${way} leaves everything as it was, with the focus back on Edit`, async ({ page }) => {
    const sent = await watchSaves(page);
    await openBilling(page, { form: true });
    await field(page, 'city').fill('Cusco');
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await cancel(page).click();
    await expect(edit(page)).toBeFocused();
    await expect(fact(page, 'Address')).toHaveText('Lima');
    await edit(page).press('Enter');
    await expect(field(page, 'city')).toHaveValue('Lima');
    expect(sent).toEqual([]);
  });
}

test('only what was changed is sent, the country as its code; saving nothing sends nothing', async ({
  page,
}) => {
  const sent = await watchSaves(page);
  await openBilling(page, { form: true });
  await save(page).click();
  await expect(edit(page)).toBeFocused();
  await expect(savedNotice(page)).toHaveCount(0);
  await edit(page).click();
  await expect(section(page)).toContainText('those already issued keep the details they were issued with');
  await field(page, 'country').fill('United Kingdom');
  await field(page, 'city').fill('');
  await save(page).click();
  await expect(savedNotice(page)).toBeVisible();
  await expect(edit(page)).toBeFocused();
  await expect(fact(page, 'Country')).toHaveText('United Kingdom');
  expect(sent.map(({ updates }) => updates)).toEqual([{ city: null, country: 'GB' }]);
});

test('an invalid email address or country is refused next to its field, and nothing is sent', async ({
  page,
}) => {
  const sent = await watchSaves(page);
  await openBilling(page, { form: true });
  await field(page, 'country').fill('Atlantis');
  await field(page, 'email').fill('nobody');
  await save(page).click();
  await expect(field(page, 'email')).toBeFocused();
  await expect(field(page, 'email')).toHaveAccessibleDescription('Enter a valid e-mail address.');
  await expect(field(page, 'country')).toHaveAccessibleDescription(
    'Enter a country by its English name or two-letter code, such as Germany or DE.',
  );
  await expectAccessible(page);
  expect(sent).toEqual([]);
});
