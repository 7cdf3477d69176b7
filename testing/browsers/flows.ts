import assert from 'node:assert/strict';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';
import { callApi, signIn } from '@/testing/run/loss/api-client';
import type { Page } from './firefox';

/** An element by its role and accessible name, to which CSS and other steps can be added. */
const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
const button = (name: string) => named('button', name);

/** Ways through the site, from an empty tab to work done, by what they show. @param port of the site */
export const flows = (port: number): Record<string, (page: Page) => Promise<void>> => {
  const goto = async (page: Page, path: string) => {
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'), {});
  };
  const at = (page: Page, path: string) =>
    page.waitForFunction((expected) => location.pathname + location.search === expected, {}, path);
  const on = (selector: string, act: Promise<void>) =>
    act.catch((error) => Promise.reject(new Error(`${selector}: ${error}`)));
  const see = (page: Page, ...steps: string[]) => on(steps.join(' '), page.locator(steps.join(' ')).wait());
  const focused = (page: Page, selector: string) => see(page, `${selector}:focus`);
  const gone = (page: Page, selector: string) =>
    page.waitForFunction((css) => !document.querySelector(css), {}, selector);
  const click = (page: Page, ...steps: string[]) =>
    on(steps.join(' '), page.locator(steps.join(' ')).click());
  const fill = async (page: Page, values: Record<string, string>, within = '') => {
    for (const [name, text] of Object.entries(values)) {
      const selector = `${within} [name=${name}]`;
      await on(selector, page.locator(selector).fill(text));
    }
  };
  const control = async (page: Page, key: string) => {
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
  };
  const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), brand.sessionKey);
  /** The email address of the person whom the API knows by a token, if any. */
  const ownerOf = async (token: string) =>
    (await callApi<{ me: { email: string } | null }>(port, '{ me { email } }', { token })).data?.me?.email;
  /** Signs a demo user in past the dialog. */
  const enter = async (page: Page, email: string, path: string) => {
    const { token } = await signIn(port, email, demoPassword);
    await goto(page, '/terms');
    await page.evaluate((key, value) => localStorage.setItem(key, value), brand.sessionKey, token);
    await goto(page, path);
  };

  return {
    'a message with a fault is refused at its field, and sent once it has none': async (page) => {
      await goto(page, '/contact');
      await fill(
        page,
        { name: 'Ada Byron', email: 'ada@example', message: 'Hello, is anybody there?' },
        'main',
      );
      await click(page, 'main button[type=submit]');
      await see(page, 'main [role=alert]');
      await focused(page, 'main [name=email][aria-invalid=true]');
      await fill(page, { email: 'ada@example.com' }, 'main');
      await page.keyboard.press('Enter');
      await see(page, "::-p-text(Thanks! We'll follow up soon.)");
    },
    'a visitor joins the waitlist': async (page) => {
      await goto(page, '/');
      await click(page, button('Join Waitlist'));
      await focused(page, '[role=dialog] [name=name]');
      await fill(page, { name: 'Ada Byron', email: 'ada@example.com', plan: 'Pro' }, '[role=dialog]');
      await click(page, '[role=dialog] button[type=submit]');
      await see(page, "[role=dialog] ::-p-text(You're on the list! We'll reach out soon.)");
      await page.keyboard.press('Escape');
      await gone(page, '[role=dialog]');
    },
    'the docs are searched by keyboard, and the code of a page is copied': async (page) => {
      await goto(page, '/docs');
      await see(page, 'header button');
      await control(page, 'k');
      await focused(page, '[role=combobox]');
      await page.keyboard.type('max_tokens');
      await see(page, '[role=option][aria-selected=true]');
      const target = await page.evaluate(() =>
        document.querySelector('[role=option][aria-selected=true]')?.getAttribute('href'),
      );
      await page.keyboard.press('Enter');
      await at(page, target?.replace(/#.*/, '') ?? '');
      await gone(page, '[role=combobox]');
      await click(page, 'figure.code-block ::-p-aria([role="button"])');
      await see(page, 'figure.code-block ::-p-text(Copied)');
    },
    'a wrong password is refused, the right one signs in, and signing out ends the session': async (page) => {
      await goto(page, '/');
      await click(page, 'header', button('Sign in'));
      await fill(page, { email: 'dev@acme.test', password: 'not the password' }, '[role=dialog]');
      await click(page, '[role=dialog] button[type=submit]');
      await see(page, '[role=dialog] [role=alert]');
      await focused(page, '[role=dialog] [name=password]');
      assert.equal(await storedToken(page), null);
      await fill(page, { password: demoPassword }, '[role=dialog]');
      await page.keyboard.press('Enter');
      await at(page, '/dashboard');
      await see(page, 'nav ::-p-text(DEVELOPER)');
      const token = (await storedToken(page)) ?? '';
      assert.equal(await ownerOf(token), 'dev@acme.test');
      await click(page, 'nav[aria-label=Account] button[aria-expanded]');
      await click(page, button('Sign out'));
      await at(page, '/');
      assert.equal(await storedToken(page), null);
      assert.equal(await ownerOf(token), undefined);
    },
    'the dashboard draws its charts, also of another range': async (page) => {
      await enter(page, 'dev@acme.test', '/dashboard');
      const isDrawn = () => {
        const canvas = document.querySelector('canvas');
        const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
        return picture?.data.some((value) => value > 0);
      };
      await page.waitForFunction(isDrawn, {});
      await click(page, button('7 days'));
      await at(page, '/dashboard?days=7');
      await see(page, '[aria-pressed=true]::-p-text(7 days)');
      await page.waitForFunction(isDrawn, {});
    },
    'the playground runs a query that was typed': async (page) => {
      await enter(page, 'dev@acme.test', '/dashboard/devdocs/api-playground');
      await click(page, named('textbox', 'Query'));
      await control(page, 'a');
      await page.keyboard.type('{ me { role } }');
      await control(page, 'Enter');
      await see(page, '::-p-text("role": "DEVELOPER")');
    },
    'settings change a profile, and create and delete an API key': async (page) => {
      const person = 'dev@globex.test';
      await enter(page, person, '/dashboard/account');
      await fill(page, { first_name: 'Grace' });
      await click(page, named('region', 'Profile'), 'button[type=submit]');
      await see(page, '::-p-text(Profile updated.)');
      await fill(page, { name: 'Build server' }, named('region', 'API Keys'));
      await click(page, button('Create API Key'));
      await see(page, '[role=alertdialog] code');
      const key = await page.evaluate(
        () => document.querySelector<HTMLElement>('[role=alertdialog] code')?.innerText ?? '',
      );
      assert.equal(await ownerOf(key), person);
      await click(page, button('Copy API key'));
      await see(page, '[role=alertdialog] ::-p-text(Copied)');
      await click(page, button('Done'));
      await click(page, '[aria-label^="More actions for Build server"]');
      await click(page, named('menuitem', 'Delete'));
      await click(page, '[role=alertdialog]', button('Delete'));
      await gone(page, '[role=alertdialog]');
      assert.equal(await ownerOf(key), undefined);
    },
    'an admin invites a user, and disables the user': async (page) => {
      await enter(page, 'admin@globex.test', '/dashboard/admin/users');
      await fill(page, { email: 'rosa@globex.test', first_name: 'Rosa' }, named('region', 'Invite New User'));
      await click(page, button('Invite'));
      await click(page, button('Done'));
      await click(page, button('Disable rosa@globex.test'));
      await click(page, '[role=alertdialog]', button('Disable'));
      await focused(page, button('Enable rosa@globex.test'));
    },
  };
};
