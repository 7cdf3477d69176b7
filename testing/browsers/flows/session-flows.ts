import assert from 'node:assert/strict';
import { demoPassword } from '@/lib/config/demo';
import type { Flow } from '@/testing/browsers/page';

const developer = 'dev@acme.test';

/** What developers do. */
export const sessionFlows: Flow[] = [
  {
    name: 'a wrong password is refused, the right one signs in, and signing out ends the session',
    async run(page) {
      await page.goto('/');
      await page.role('banner').role('button', 'Sign in').click();
      const dialog = page.role('dialog', 'Sign in');
      await dialog.css('[name=email]').fill(developer);
      await dialog.css('[name=password]').fill('not the password');
      await dialog.css('button[type=submit]').click();
      await dialog.role('alert').there();
      await dialog.css('[name=password]').focused();
      assert.equal(await page.storedToken(), null);
      await dialog.css('[name=password]').fill(demoPassword);
      await page.press('Enter');
      await page.at('/dashboard');
      const account = page.role('navigation', 'Account');
      await account.shows('DEVELOPER');
      const token = await page.storedToken();
      assert.ok(token);
      assert.equal(await page.ownerOf(token), developer);
      await account.css('button[aria-expanded]').click();
      await account.role('button', 'Sign out').click();
      await page.at('/');
      await page.role('banner').role('button', 'Sign in').there();
      assert.equal(await page.storedToken(), null);
      assert.equal(await page.ownerOf(token), null);
    },
  },
  {
    name: 'the dashboard draws its charts, also of another range',
    async run(page) {
      await page.signIn(developer);
      await page.goto('/dashboard');
      await page.role('heading', 'My Developer Dashboard').there();
      const trends = page.role('region', 'Execution Trends');
      const before = await trends.role('img').attribute('aria-label');
      await page.role('group', 'Range').role('button', '7 days').click();
      await page.at('/dashboard?days=7');
      await page.role('group', 'Range').css('[aria-pressed=true]').shows('7 days');
      await trends.css(`[role=img]:not([aria-label="${before}"])`).drawn();
    },
  },
  {
    name: 'the playground runs a query that was typed',
    async run(page) {
      await page.signIn(developer);
      await page.goto('/dashboard/devdocs/api-playground');
      const playground = page.role('region', 'Playground');
      await playground.role('textbox', 'Query').click();
      await page.control('a');
      await page.press('Delete');
      await page.type('{ me { role } }');
      await playground.role('button', /^Run/).click();
      await playground.role('textbox', 'Response').shows('"role": "DEVELOPER"');
      await playground
        .role('status')
        .first()
        .shows(/^200 · /);
    },
  },
  {
    name: 'settings change a profile, and create and delete an API key',
    async run(page) {
      const person = 'dev@globex.test';
      await page.signIn(person);
      await page.goto('/dashboard/account');
      const profile = page.role('region', 'Profile');
      await profile.css('[name=first_name]').fill('Grace');
      await profile.css('button[type=submit]').click();
      await profile.role('status').containing('Profile updated.').there();

      const keys = page.role('region', 'API Keys');
      await keys.css('[name=name]').fill('Build server');
      await keys.role('button', 'Create API Key').click();
      const banner = keys.role('alertdialog', 'Your new API key: Build server');
      const rawKey = await banner.css('code').text();
      assert.equal(await page.ownerOf(rawKey), person);
      await banner.role('button', 'Copy API key').click();
      await banner.role('status').shows('Copied');
      await banner.role('button', 'Done').click();
      const row = keys.css('tbody tr:has(th)').containing('Build server');
      await row.role('button', /^More actions for /).click();
      await page.role('menuitem', 'Delete').click();
      await page.role('alertdialog').role('button', 'Delete').click();
      await page.role('alertdialog').gone();
      await row.gone();
      assert.equal(await page.ownerOf(rawKey), null);
    },
  },
];
