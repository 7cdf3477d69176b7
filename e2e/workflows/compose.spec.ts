import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { createPerson } from '@/e2e/person';

test('a new person composes the example on the sandbox, runs it, and reads its receipt; then runs it again with changes', async ({
  page,
}) => {
  const person = await createPerson(page);
  await signIn(page, person.email);
  await page.goto('/dashboard/workflows');
  await page.getByRole('link', { name: 'New workflow' }).click();
  await expect(page).toHaveURL('/dashboard/workflows/new');
  await expect(page.getByText('3 steps would run.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('First workflow');
  await expect(page.getByText('3 steps would run.')).toBeVisible();
  await page.getByRole('button', { name: 'Run workflow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First workflow');
  await expect(page.getByText('This job has completed.')).toBeVisible();
  const steps = page.getByRole('region', { name: 'Steps', exact: true });
  // The landing page's example: a model at its limit, and its fallback.
  await expect(steps).toContainText('sandbox/limited');
  await expect(steps).toContainText('returned HTTP 429');
  await expect(steps).toContainText(/sandbox\/quality served the step in .*\$0\./);

  await page.getByRole('button', { name: 'More actions for this job' }).click();
  await page.getByRole('menuitem', { name: 'Run again with changes' }).click();
  await expect(page).toHaveURL(/\/dashboard\/workflows\/new\?from=job_/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('First workflow');
  await page.getByLabel('Name', { exact: true }).fill('Second workflow');
  await page.getByRole('button', { name: 'Run workflow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second workflow');
  await expect(page.getByText('This job has completed.')).toBeVisible();
});

test('a person chats with a model of the sandbox, reads the receipt, and opens the job of a message', async ({
  page,
}) => {
  const person = await createPerson(page);
  await signIn(page, person.email);
  await page.goto('/dashboard/workflows/new');
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page).toHaveURL('/dashboard/workflows/new?tab=chat');
  await page.getByLabel('Message').fill('The arm stops.');
  await page.getByLabel('Message').press('Enter');
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('The input was: The arm stops.');
  await expect(messages).toContainText(/sandbox\/fast · .* · \$0\./);
  await expectAccessible(page);
  await page.reload();
  await expect(messages).toContainText('The input was: The arm stops.');
  await messages.getByRole('link', { name: 'Job of message 1' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The arm stops.');
  await expect(page.getByText('This job has completed.')).toBeVisible();
});
