/** A browser in which each flow gets a tab without a history. */
export interface Browser {
  /** Opens a tab that shares no storage with those before it. */
  open(): Promise<Tab>;
  /** Ends the browser and everything that was started for it. */
  close(): Promise<void>;
}

/** Keys that have no character. */
export type Key = 'ArrowDown' | 'Delete' | 'Enter' | 'Escape' | 'Tab';

/** What a flow does in a tab, in the terms that the drivers of both browsers have. */
export interface Tab {
  /** Where this browser reaches the site. */
  origin: string;
  /** Loads an address and waits for the load event. */
  load(url: string): Promise<void>;
  /** @param expression JavaScript to evaluate in the page; its value must be JSON */
  evaluate<Value>(expression: string): Promise<Value>;
  /** @param expression JavaScript whose value is an element or null */
  element(expression: string): Promise<TabElement | null>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses a character's key with Control held. */
  control(character: string): Promise<void>;
  /** Makes the window as wide as a large phone on its side. */
  narrow(): Promise<void>;
  /** What the browser reported so far: console errors and warnings, uncaught errors, blocked content. */
  problems(): string[];
  close(): Promise<void>;
}

/** An element of a page, until that page goes. */
export interface TabElement {
  /** Scrolls to it and presses the mouse button on its center. */
  click(): Promise<void>;
  /** Chooses an option of a select. @param value of the option */
  choose(value: string): Promise<void>;
}
