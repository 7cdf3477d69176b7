import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { watchOperation } from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { openAdmin, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
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
} from '@/testing/screens/pages/billing-page';
import { openOwnAccount } from '@/testing/screens/people';
import { press } from '@/testing/screens/press';

test('the read view shows every detail, the tax id under its own label, the country by name', async () => {
  await openAdmin('/account', 'admin@acme.test');
  await expect.element(title).toBeVisible();
  await expect
    .poll(() => textsOf(section.css('dt')))
    .toEqual(['Name', 'Email', 'Company', 'USt-IdNr.', 'Address', 'Country', 'Phone']);
  await expect.element(fact('Name')).toHaveTextContent('Ada Byron');
  await expect.element(fact('USt-IdNr.')).toHaveTextContent('DE301204567');
  await expect
    .element(fact('Address'))
    .toMatchTextContent(/^Am Güterbahnhof 3\s+Halle B, 2\. OG\s+Bremen, Bremen 28195$/);
  await expect.element(fact('Country')).toHaveTextContent('Germany');
});

test('missing fields are a dash, the tax id then under Tax ID', async () => {
  await openBilling();
  for (const name of ['Tax ID', 'Phone']) await expect.element(fact(name)).toHaveTextContent('—');
  await expect.element(fact('Address')).toHaveTextContent('Lima');
  await expectAccessible();
});

test('with no profile it says so, and the first is put on file by keyboard alone', async () => {
  const { accountId, admin } = await openOwnAccount();
  await openAdmin('/account', admin.email);
  await expect.element(section.getByText('No billing profile on file.', { exact: true })).toBeVisible();
  await expectAccessible();
  await press(section.getByRole('button', { name: 'Add billing profile' }), '{Enter}');
  await expect.element(field('full_name')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent('Fill in at least one field.');
  expect(await stored(accountId)).toBeNull();
  await field('full_name').fill(' Uma Reyes ');
  await userEvent.keyboard('{Enter}');
  await expect.element(savedNotice).toBeVisible();
  await expect.element(edit).toHaveFocus();
  await expect.element(fact('Name')).toHaveTextContent('Uma Reyes');
  expect(await stored(accountId)).toMatchObject({ full_name: 'Uma Reyes', country: null });
});

test('every field is a text input under its name, and all of them are stored', async () => {
  const accountId = await openBilling({ form: true });
  const inputs = section.getByRole('textbox').or(section.getByRole('combobox'));
  await expect.element(inputs).toHaveLength(12);
  expect(inputs.elements().map((input) => input.getAttribute('name'))).toEqual(fieldNames);
  await expect.element(field('country')).toHaveValue('Peru');
  await expectAccessible();
  await resize(375, 800);
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
  for (const name of fieldNames) await field(name).fill(`My ${name}`);
  await field('email').fill('New@Umbra.test');
  await field('country').fill('japan');
  await save.click();
  await expect.element(savedNotice).toBeVisible();
  expect(await stored(accountId)).toEqual({
    ...Object.fromEntries(fieldNames.map((name) => [name, `My ${name}`])),
    email: 'new@umbra.test',
    country: 'JP',
  });
  await expect.element(fact('Country')).toHaveTextContent('Japan');
  await expect.element(fact('My tax_id_label')).toHaveTextContent('My tax_id');
});

for (const way of ['Cancel', 'Escape']) {
  test(`${way} leaves everything as it was, with the focus back on Edit`, async () => {
    const sent = watchOperation('SaveBillingProfile');
    await openBilling({ form: true });
    await field('city').fill('Cusco');
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await cancel.click();
    await expect.element(edit).toHaveFocus();
    await expect.element(fact('Address')).toHaveTextContent('Lima');
    await press(edit, '{Enter}');
    await expect.element(field('city')).toHaveValue('Lima');
    expect(sent).toEqual([]);
  });
}

test('only what was changed is sent, the country as its code; saving nothing sends nothing', async () => {
  const sent = watchOperation('SaveBillingProfile');
  await openBilling({ form: true });
  await save.click();
  await expect.element(edit).toHaveFocus();
  await expect.element(savedNotice).not.toBeInTheDocument();
  await edit.click();
  await expect
    .element(section)
    .toMatchTextContent('those already issued keep the details they were issued with');
  await field('country').fill('United Kingdom');
  await field('city').fill('');
  await save.click();
  await expect.element(savedNotice).toBeVisible();
  await expect.element(edit).toHaveFocus();
  await expect.element(fact('Country')).toHaveTextContent('United Kingdom');
  expect(sent.map(({ updates }) => updates)).toEqual([{ city: null, country: 'GB' }]);
});

test('an invalid email address or country is refused next to its field, and nothing is sent', async () => {
  const sent = watchOperation('SaveBillingProfile');
  await openBilling({ form: true });
  await field('country').fill('Atlantis');
  await field('email').fill('nobody');
  await save.click();
  await expect.element(field('email')).toHaveFocus();
  await expect.element(field('email')).toHaveAccessibleDescription('Enter a valid email address.');
  await expect
    .element(field('country'))
    .toHaveAccessibleDescription(
      'Enter a country by its English name or two-letter code, such as Germany or DE.',
    );
  await expectAccessible();
  expect(sent).toEqual([]);
});
