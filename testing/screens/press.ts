import { type Locator, userEvent } from 'vitest/browser';

/** Gives an element the focus, without a click. */
export function focus(locator: Locator): void {
  (locator.element() as HTMLElement).focus();
}

/** Clicks an element in the same task, so that no call of the page's own comes between this line and the one before. */
export function clickAtOnce(locator: Locator): void {
  (locator.element() as HTMLElement).click();
}

/** Presses keys on an element: `press(button, '{Enter}')`. */
export async function press(locator: Locator, keys: string): Promise<void> {
  focus(locator);
  await userEvent.keyboard(keys);
}
