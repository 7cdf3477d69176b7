import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, expectAccessible, signIn, test } from '@/e2e/fixtures';
import { isTooWide, layoutShift, watchLayoutShift } from '@/e2e/layout';
import { createPerson } from '@/e2e/person';
import { followRequests, paintBeforeResponses } from '@/e2e/settled-page';

const slow = { id: 'summary', task: 'summarization', model: 'sandbox/slow' };

/** Starts a workflow through the API, as the person who is signed in on the page. */
async function startJob(page: Page, name: string, steps: object[]): Promise<string> {
  const { enqueueWorkflow } = await ask<{ enqueueWorkflow: { jobId: string } }>(
    page,
    'mutation Start($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }',
    { input: { name, input: 'The arm no longer stalls. Logs rotate daily.', steps } },
  );
  return enqueueWorkflow.jobId;
}

test('a job that the API starts is seen live in the list and on its page, canceled while it runs, and deleted', async ({
  page,
}) => {
  const person = await createPerson(page);
  await signIn(page, person.email);
  await startJob(page, 'Digest', [slow]);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Workflows', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/workflows');
  const row = (name: string) => page.locator('tbody tr').filter({ hasText: name });
  await expect(row('Digest')).toContainText('Completed');

  const id = await startJob(page, 'Endless', [{ ...slow, model: 'sandbox/stall', idle_timeout_ms: 600_000 }]);
  await page.getByRole('button', { name: 'Show 1 new job' }).click({ timeout: 20_000 });
  await expect(row('Endless')).toContainText('Running');
  await page.getByRole('link', { name: 'Endless' }).click();
  await expect(page).toHaveURL(`/dashboard/workflows/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Endless');
  await expect(page).toHaveTitle('Endless | Switchyard');
  await expectAccessible(page);

  await page.reload();
  await page.getByRole('button', { name: 'Cancel job' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to cancel this job?');
  await question.getByRole('button', { name: 'Cancel job' }).click();
  await expect(page.getByText('This job was canceled.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions for this job' }).click();
  await page.getByRole('menuitem', { name: 'Delete job' }).click();
  await expect(question).toContainText('Are you sure you want to delete this job?');
  await question.getByRole('button', { name: 'Delete job' }).click();
  await expect(page.getByText('Job deleted.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: '← Workflows' }).click();
  await expect(row('Digest')).toBeVisible();
  await expect(row('Endless')).toHaveCount(0);
});

test('the preview of a PDF file works under the policy of the site, and fetches its script only then', async ({
  page,
}) => {
  const person = await createPerson(page);
  await signIn(page, person.email);
  const step = { ...slow, id: 'report', model: 'sandbox/fast', postprocessors: [{ name: 'writeToPdf' }] };
  const id = await startJob(page, 'Report', [step]);
  const settle = followRequests(page);
  await page.goto(`/dashboard/workflows/${id}`);
  await page.getByRole('button', { name: 'Preview report.pdf' }).waitFor();
  await settle();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.getByRole('button', { name: 'Preview report.pdf' }).click();
  const figure = page.getByRole('region', { name: 'Preview of report.pdf' }).getByRole('figure');
  await expect(figure).toContainText('The arm no longer stalls.');
  expect(fetched).toContainEqual(expect.stringContaining('/_next/static/'));
  await expect.poll(() => page.workers()).toEqual([]);
  await expectAccessible(page);
});

for (const width of [375, 1440])
  test(`at ${width} px, the list and the page of a job don't move while they load`, async ({ page }) => {
    const person = await createPerson(page);
    await signIn(page, person.email);
    const id = await startJob(page, 'Digest', [{ ...slow, model: 'sandbox/fast' }]);
    await page.setViewportSize({ width, height: 900 });
    await watchLayoutShift(page);
    await paintBeforeResponses(page);
    const settle = followRequests(page);
    for (const path of ['/dashboard/workflows', `/dashboard/workflows/${id}`]) {
      await page.goto(path);
      await settle();
      await expect(page.getByText('Digest')).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      const { sum, moved } = await layoutShift(page);
      expect.soft(sum, `layout shift of ${path}: ${moved.join('; ')}`).toBeLessThan(0.02);
      expect.soft(await isTooWide(page), `${path} is wider than its window`).toBe(false);
    }
  });
