import assert from 'node:assert/strict';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';
import { callApi, signIn } from '@/testing/run/loss/api-client';
import type { Key, Tab, TabElement } from './browser';
import { testingLibrary } from './drivers';
import { elementsAt, isDrawn, type Sight, type Step, sightOf } from './look';
import { until } from './until';

/**
 * Errors of both drivers that pass: an element that React has replaced or that something covers for a moment, and a page
 * that gives way to another.
 */
const passingFaults =
  /detached|stale|not clickable|intercept|interactable|no longer attached|context|discarded|navigat|TestingLibraryDom/i;

/** @returns undefined for an error that passes */
async function orLater<Value>(fact: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await fact();
  } catch (error) {
    if (passingFaults.test(String(error))) return undefined;
    throw error;
  }
}

/** A way through the site, from an empty tab to work done. */
export interface Flow {
  name: string;
  run(page: Page): Promise<void>;
}

/** A tab as flows use it: everything waits until it is true, and fails if that takes too long. */
export class Page {
  constructor(private readonly tab: Tab) {}

  /** The elements of a role, with this accessible name if one is given. */
  role(role: string, name?: string | RegExp): Place {
    return new Place(this.tab, []).role(role, name);
  }

  css(selector: string): Place {
    return new Place(this.tab, []).css(selector);
  }

  type = (text: string): Promise<void> => this.tab.type(text);
  press = (key: Key): Promise<void> => this.tab.press(key);
  control = (character: string): Promise<void> => this.tab.control(character);
  narrow = (): Promise<void> => this.tab.narrow();

  /** Opens a path and waits until the page responds to clicks. */
  async goto(path: string): Promise<void> {
    await this.tab.load(new URL(path, this.tab.origin).href);
    await until(
      () => this.tab.evaluate<boolean>('document.documentElement.hasAttribute("data-hydrated")'),
      `${path} responds to clicks`,
    );
  }

  /** Waits for an address without its origin. */
  async at(path: string): Promise<void> {
    let now = '';
    await until(
      async () => {
        now = (await orLater(() => this.tab.evaluate<string>('location.pathname + location.search'))) ?? now;
        return now === path;
      },
      () => `the address is ${path} (it is ${now})`,
    );
  }

  /** Signs a demo user in past the dialog: pages opened from now on find the session. @returns its token */
  async signIn(email: string): Promise<string> {
    const { token } = await signIn(this.port, email, demoPassword);
    await this.goto('/terms');
    const pair = [brand.sessionKey, token].map((text) => JSON.stringify(text)).join(', ');
    await this.tab.evaluate(`localStorage.setItem(${pair})`);
    return token;
  }

  /** The raw token of the session that the browser holds. */
  storedToken = (): Promise<string | null> =>
    this.tab.evaluate(`localStorage.getItem(${JSON.stringify(brand.sessionKey)})`);

  /** Asks the API past the page who a token belongs to. @returns an email address, or null for nobody */
  async ownerOf(token: string): Promise<string | null> {
    const { data } = await callApi<{ me: { email: string } | null }>(this.port, '{ me { email } }', {
      token,
    });
    return data?.me?.email ?? null;
  }

  private get port(): number {
    return Number(new URL(this.tab.origin).port);
  }
}

/** Where elements are, looked up anew each time. */
export class Place {
  constructor(
    private readonly tab: Tab,
    private readonly steps: Step[],
  ) {}

  private with = (step: Step): Place => new Place(this.tab, [...this.steps, step]);

  role(role: string, name?: string | RegExp): Place {
    if (name === undefined) return this.with({ role });
    return this.with({ role, name: typeof name === 'string' ? name : { pattern: name.source } });
  }

  css = (selector: string): Place => this.with({ css: selector });
  containing = (text: string): Place => this.with({ containing: text });
  first = (): Place => this.with({ first: true });

  /** Waits for one element that doesn't move, and clicks on it. */
  async click(): Promise<void> {
    await this.act((element) => element.click());
  }

  /** Chooses an option of a select by its value. */
  async choose(value: string): Promise<void> {
    await this.act((element) => element.choose(value));
  }

  /** Types into a field, in place of its text. */
  async fill(text: string): Promise<void> {
    await this.click();
    await this.tab.control('a');
    await this.tab.type(text);
    await this.holds(text);
  }

  /** Waits until there is exactly one such element. */
  async there(): Promise<void> {
    await this.sees(({ count }) => count === 1, 'is there once');
  }

  /**
   * Waits until there is no such element. While a dialog is open, nothing behind it is found by role:
   * wait for the dialog first.
   */
  async gone(): Promise<void> {
    await this.sees(({ count }) => count === 0, 'is gone');
  }

  /** Waits until the one element shows a text, or one that matches. */
  async shows(expected: string | RegExp): Promise<void> {
    await this.sees(
      ({ count, text }) =>
        count === 1 && (typeof expected === 'string' ? text.includes(expected) : expected.test(text)),
      `shows ${expected}`,
    );
  }

  async focused(): Promise<void> {
    await this.sees((sight) => sight.focused, 'has the focus');
  }

  async holds(value: string): Promise<void> {
    await this.sees((sight) => sight.value === value, `contains "${value}"`);
  }

  /** Waits until a canvas has a picture. */
  async drawn(): Promise<void> {
    await this.there();
    await until(() => this.tab.evaluate<boolean>(`(${isDrawn})(${this.elements()})`), `${this} is drawn`);
  }

  /** What the one element shows. */
  async text(): Promise<string> {
    return (await this.sees(({ count }) => count === 1, 'is there once')).text;
  }

  /** The element's attribute, which must be there. */
  async attribute(name: string): Promise<string> {
    await this.there();
    const value = await this.tab.evaluate<string | null>(
      `${this.elements()}[0]?.getAttribute(${JSON.stringify(name)})`,
    );
    assert.ok(value, `${this} has the attribute ${name}`);
    return value;
  }

  toString(): string {
    const names = this.steps.map((step) => {
      if ('css' in step) return step.css;
      if ('containing' in step) return `with "${step.containing}"`;
      if ('first' in step) return 'the first';
      const { name } = step;
      return `${step.role} ${typeof name === 'object' ? `/${name.pattern}/` : (name ?? '')}`.trim();
    });
    return names.join(' › ');
  }

  private async act(deed: (element: TabElement) => Promise<void>): Promise<void> {
    const attempt = async () => {
      const { count, ready } = await this.look();
      const element = count === 1 && ready ? await this.tab.element(`${this.elements()}[0]`) : null;
      if (element) await deed(element);
      return element !== null;
    };
    await until(() => orLater(attempt), `${this} is there once, stands still, and takes a click`);
  }

  private sees(holds: (sight: Sight) => boolean, what: string): Promise<Sight> {
    let last: Sight | undefined;
    const look = async () => {
      last = await this.look();
      return holds(last) && last;
    };
    return until(
      () => orLater(look),
      () => `${this} ${what} (it is ${JSON.stringify(last)})`,
    );
  }

  private async look(): Promise<Sight> {
    if (!(await this.tab.evaluate<boolean>('"TestingLibraryDom" in window')))
      await this.tab.evaluate(`(() => { ${testingLibrary()} })()`);
    return this.tab.evaluate<Sight>(`(${sightOf})(${this.elements()})`);
  }

  private elements = (): string => `(${elementsAt})(${JSON.stringify(this.steps)}, TestingLibraryDom)`;
}
