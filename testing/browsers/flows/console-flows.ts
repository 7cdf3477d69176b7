import type { Flow } from '@/testing/browsers/page';

const admin = 'admin@globex.test';
const invited = 'rosa@globex.test';

/** What admins do. */
export const consoleFlows: Flow[] = [
  {
    name: 'an admin invites a user, changes the name, and disables the user',
    async run(page) {
      await page.signIn(admin);
      await page.goto('/dashboard/admin/users');
      const form = page.role('region', 'Invite New User');
      await form.css('[name=email]').fill(invited);
      await form.css('[name=first_name]').fill('Rosa');
      await form.role('button', 'Invite').click();
      const banner = form.role('alertdialog', `Temporary password for ${invited}`);
      await banner.css('code').shows(/^\w{8}$/);
      await banner.role('button', 'Done').click();

      const row = page.role('region', 'Existing Users').css('tbody tr').containing(invited);
      await row.shows('Rosa');
      await row.role('button', `Edit ${invited}`).click();
      const dialog = page.role('dialog', 'Edit User');
      await dialog.css('[name=first_name]').fill('Ada');
      await dialog.css('button[type=submit]').click();
      await dialog.gone();
      await row.shows('Ada');

      await row.role('button', `Disable ${invited}`).click();
      await page.role('alertdialog').role('button', 'Disable').click();
      await row.shows('Disabled');
      await row.role('button', `Enable ${invited}`).focused();
    },
  },
  {
    name: 'the audit log is filtered, and the filter is cleared',
    async run(page) {
      await page.signIn(admin);
      await page.goto('/dashboard/admin/audit-logs');
      const rows = page.role('table', 'Audit events').css('tbody tr');
      await rows.containing('user.disable').there();
      await page.css('[name=action]').choose('session.start');
      await page.at('/dashboard/admin/audit-logs?action=session.start');
      await rows.containing('user.disable').gone();
      await rows.first().shows('session.start');
      await page.role('button', 'Clear filters').click();
      await page.at('/dashboard/admin/audit-logs');
      await rows.containing('user.disable').there();
    },
  },
];
