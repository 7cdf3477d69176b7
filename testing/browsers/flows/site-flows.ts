import { brand } from '@/lib/config/brand';
import type { Flow } from '@/testing/browsers/page';

/** What visitors do. */
export const siteFlows: Flow[] = [
  {
    name: 'the landing page shows its headings, and on a narrow screen the menu leads to the contact page',
    async run(page) {
      await page.goto('/');
      await page.role('heading', brand.tagline).there();
      await page.role('heading', `Why ${brand.name}`).there();
      await page.role('banner').role('button', 'Menu').gone();
      await page.narrow();
      await page.role('banner').role('link', 'Contact').gone();
      await page.role('banner').role('button', 'Menu').click();
      await page.role('banner').role('link', 'Contact').click();
      await page.at('/contact');
      await page.role('heading', 'Contact Us').there();
    },
  },
  {
    name: 'a visitor joins the waitlist',
    async run(page) {
      await page.goto('/');
      await page.role('region', 'Alpha Access Coming Soon').role('button', 'Join Waitlist').click();
      const dialog = page.role('dialog', 'Join the Alpha Waitlist');
      await dialog.css('[name=name]').focused();
      await dialog.css('button[type=submit]').click();
      await dialog.shows('Enter your name.');
      await dialog.css('[name=name]').fill('Ada Byron');
      await dialog.css('[name=email]').fill('ada@example.com');
      await dialog.css('[name=plan]').choose('Pro');
      await dialog.css('[name=plan]').holds('Pro');
      await dialog.css('button[type=submit]').click();
      await dialog.shows("You're on the list! We'll reach out soon.");
      await page.press('Escape');
      await dialog.gone();
      await page.role('region', 'Alpha Access Coming Soon').role('button', 'Join Waitlist').focused();
    },
  },
  {
    name: 'a message with a fault is refused at its field, and sent once it has none',
    async run(page) {
      await page.goto('/contact');
      const main = page.role('main');
      await main.css('[name=name]').fill('Ada Byron');
      await main.css('[name=email]').fill('ada@example');
      await main.css('[name=message]').fill('Hello, is anybody there?');
      await main.css('button[type=submit]').click();
      await main.role('alert').shows('Please provide a valid name, email, and message.');
      await main.css('[name=email][aria-invalid=true]').focused();
      await main.css('[name=email]').fill('ada@example.com');
      await page.press('Enter');
      await main.role('heading', "Thanks! We'll follow up soon.").focused();
    },
  },
  {
    name: 'the docs are searched by keyboard, and the code of a page is copied',
    async run(page) {
      await page.goto('/docs');
      await page.role('button', /^Search/).there();
      await page.control('k');
      const box = page.role('combobox', 'Search the documentation');
      await box.focused();
      await page.type('max_tokens');
      await page.css('[role=option][aria-selected=true]').there();
      await page.press('ArrowDown');
      const target = await page.css('[role=option][aria-selected=true]').attribute('href');
      await page.press('Enter');
      await page.at(target.replace(/#.*/, ''));
      await box.gone();
      const block = page.css('figure.code-block:has(button)').first();
      await block.role('button', /^Copy/).click();
      await block.role('button', /^Copied/).there();
    },
  },
  {
    name: 'the blog leads to a post and back',
    async run(page) {
      await page.goto('/blog');
      const newest = page.role('main').role('article').first().role('link').first();
      const [title, target] = [await newest.text(), await newest.attribute('href')];
      await newest.click();
      await page.at(target);
      await page.css('h1').shows(title);
      await page.role('link', 'All posts').click();
      await page.at('/blog');
    },
  },
];
