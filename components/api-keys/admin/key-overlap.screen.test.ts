import { expect, test } from 'vitest';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { resize } from '@/testing/screens/open-screen';
import {
  act,
  banner,
  heading,
  oldSecret,
  openRobot,
  question,
  said,
  works,
} from '@/testing/screens/pages/admin-keys-page';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';

const rotating = 'Rotate this API key?';
const ending = 'End the old secret of this API key?';
const endButton = () => oldSecret('Robot').getByRole('button', { name: /^End old secret now / });

test("an admin rotates a user's key with an overlap, sees the old secret used, and ends it", async () => {
  const {
    key: { rawKey: old, apiKey },
  } = await openRobot();
  await act('Robot', 'Rotate');
  await expect.element(question(rotating).getByRole('button', { name: 'Keep' })).toHaveFocus();
  const grace = question(rotating).getByLabelText('Old secret stops working');
  expect(textsOf(grace.css('option'))).toEqual(['At once', 'In 1 hour', 'In 24 hours', 'In 7 days']);
  await grace.selectOptions('In 7 days');
  await expectAccessible();
  await question(rotating).getByRole('button', { name: 'Rotate' }).click();
  await expect.element(said('API key rotated.')).toBeVisible();
  await expect.element(banner()).toMatchTextContent('Replace it with this one by then.');
  const secret = (banner().css('code').element() as HTMLElement).innerText;
  await expect
    .element(oldSecret('Robot'))
    .toMatchTextContent(new RegExp(`Old secret ${apiKey.hint} works until .* UTC · no calls since then`));
  expect(await works(old)).toBe(true);
  expect(await works(secret)).toBe(true);
  for (const width of [375, 1024]) {
    await resize(width, 900);
    await expect.poll(sidewaysScroll).toBe(0);
    await expectAccessible();
  }

  await endButton().click();
  await question(ending).getByRole('button', { name: 'End old secret' }).click();
  await expect.element(said('Old secret ended.')).toBeVisible();
  await expect.element(endButton()).not.toBeInTheDocument();
  await expect.element(heading()).toHaveFocus();
  expect(await works(old)).toBe(false);
  expect(await works(secret)).toBe(true);
});
