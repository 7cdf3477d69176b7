import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return session;
}

/** From now on every response takes this much longer, in milliseconds; 0 takes the delay away. */
export async function delayResponses(page: Page, latency: number): Promise<void> {
  const session = sessions.get(page) ?? openSession(page);
  sessions.set(page, session);
  const conditions = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await (await session).send('Network.emulateNetworkConditions', conditions);
}

/** Keeps the line from becoming idle, so that dialogs are fetched when they are asked for. */
export async function keepLineBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}
