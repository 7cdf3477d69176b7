import fs from 'node:fs';
import path from 'node:path';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { probePort } from '@/server/http/connections/listen';
import { temporaryDirectory } from '@/testing/run/test-variables';
import type { Browser, Key, Tab, TabElement } from './browser';
import { loadPackage, type Programs } from './drivers';
import { until } from './until';
import { startWatchingProxy, type WatchingProxy } from './watching-proxy';

/** The part of Selenium that is used. */
interface Selenium {
  Builder: new () => Builder;
  By: { xpath(path: string): unknown };
  Capabilities: new (capabilities: object) => object;
  Key: Record<'ARROW_DOWN' | 'CONTROL' | 'DELETE' | 'ENTER' | 'ESCAPE' | 'TAB', string>;
}
interface Builder {
  usingServer(url: string): Builder;
  withCapabilities(capabilities: object): Builder;
  build(): Promise<Session>;
}
interface Session {
  manage(): { window(): { setRect(size: { width: number; height: number }): Promise<unknown> } };
  get(url: string): Promise<void>;
  executeScript(script: string): Promise<unknown>;
  actions(): Actions;
  quit(): Promise<void>;
}
interface Actions {
  keyDown(key: string): Actions;
  keyUp(key: string): Actions;
  sendKeys(text: string): Actions;
  perform(): Promise<void>;
}
interface Handle {
  click(): Promise<void>;
  findElement(by: unknown): Promise<Handle>;
}

/**
 * Starts WebKitGTK's MiniBrowser, driven over WebDriver, on a screen of its own. Its driver has no console: pages come
 * through a proxy that lets them report theirs.
 */
export async function startWebKit(
  { webkitDriver, miniBrowser, xvfb }: Programs,
  site: string,
): Promise<Browser> {
  const selenium: Selenium = loadPackage('selenium-webdriver');
  const proxy = await startWatchingProxy(site);
  const screen = startChild(xvfb, ['-displayfd', '1', '-screen', '0', '1500x1100x24', '-nolisten', 'tcp']);
  const display = await until(() => /^\d+$/m.exec(screen.output())?.[0], 'Xvfb has started');
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const env = {
    DISPLAY: `:${display}`,
    XDG_CONFIG_HOME: withoutAnimations(),
    // Its sandbox needs rights that containers lack, and it loads nothing but the site under test.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const driver = startChild(webkitDriver, [`--port=${port}`], { env });
  const url = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'WebKitWebDriver responds',
  );
  const capabilities = new selenium.Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  });
  return {
    async open() {
      const session = await new selenium.Builder().usingServer(url).withCapabilities(capabilities).build();
      await session.manage().window().setRect({ width: 1400, height: 1000 });
      proxy.takeReports();
      return tabOf(session, selenium, proxy);
    },
    async close() {
      await stopChildren([driver.child]);
      await stopChildren([screen.child]);
      proxy.close();
    },
  };
}

/** @returns a configuration folder with GTK's setting for reduced motion: a click on a moving element misses it */
function withoutAnimations(): string {
  const folder = temporaryDirectory();
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    fs.mkdirSync(path.join(folder, version));
    fs.writeFileSync(path.join(folder, version, 'settings.ini'), '[Settings]\ngtk-enable-animations=false\n');
  }
  return folder;
}

/** An option without a value attribute has its text for a value. */
const optionOf = (value: string) => `.//option[@value="${value}" or (not(@value) and .="${value}")]`;

function tabOf(session: Session, { By, Key: keys }: Selenium, proxy: WatchingProxy): Tab {
  const problems: string[] = [];
  const codes: Record<Key, string> = {
    ArrowDown: keys.ARROW_DOWN,
    Delete: keys.DELETE,
    Enter: keys.ENTER,
    Escape: keys.ESCAPE,
    Tab: keys.TAB,
  };
  const send = (text: string) => session.actions().sendKeys(text).perform();
  return {
    origin: proxy.origin,
    load: (url) => session.get(url),
    evaluate: <Value>(expression: string) => session.executeScript(`return ${expression}`) as Promise<Value>,
    async element(expression): Promise<TabElement | null> {
      const element = (await session.executeScript(`return ${expression}`)) as Handle | null;
      return (
        element && {
          click: () => element.click(),
          choose: async (value) => (await element.findElement(By.xpath(optionOf(value)))).click(),
        }
      );
    },
    type: send,
    press: (key) => send(codes[key]),
    control: (character) =>
      session.actions().keyDown(keys.CONTROL).sendKeys(character).keyUp(keys.CONTROL).perform(),
    async narrow() {
      await session.manage().window().setRect({ width: 600, height: 1000 });
    },
    problems() {
      problems.push(...proxy.takeReports());
      return problems;
    },
    close: () => session.quit(),
  };
}
