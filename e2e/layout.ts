import type { Page } from '@playwright/test';

interface Shift {
  /** The sum of what Chromium measured; 0 if nothing moved. */
  sum: number;
  /** The moved elements, by tag and first words: a failed test shows it. */
  moved: string[];
}

/** Notes how far the layout shifts from the first paint on, as Chromium measures it. Once per page, before `goto`. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const shift: Shift = { sum: 0, moved: [] };
    Object.assign(window, { layoutShift: shift });
    const nameOf = (node: Node | undefined) =>
      `${node?.nodeName ?? 'gone'}: ${node?.textContent?.trim().slice(0, 30) ?? ''}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
        shift.sum += value;
        shift.moved.push(...sources.map(({ node }) => nameOf(node)));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How far the layout has shifted since the document was opened. */
export const layoutShift = (page: Page): Promise<Shift> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return (window as unknown as { layoutShift: Shift }).layoutShift;
  });

/** Whether the page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
