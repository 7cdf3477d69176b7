import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@/app/globals.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Locator, locators } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectCleanConsole } from './console-watch';
import { letAllThrough } from './intercept-operation';
import { resize } from './open-screen';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** By a CSS selector, for what no reader of the screen could name. */
    css: (selector: string) => Locator;
  }
}

locators.extend({ css: (selector) => `css=${selector}` });

document.documentElement.lang = 'en';
document.documentElement.style.setProperty('--font-inter', "'Inter Variable'");
document.documentElement.style.setProperty('--font-jetbrains-mono', "'JetBrains Mono Variable'");

const WIDTH = 1280;
const HEIGHT = 720;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  letAllThrough();
  if (window.innerWidth !== WIDTH || window.innerHeight !== HEIGHT) await resize(WIDTH, HEIGHT);
});

afterEach(async () => {
  await cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expectCleanConsole();
});
