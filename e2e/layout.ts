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

/** The links and buttons of tables that are smaller than 24 px (WCAG 2.2, 2.5.8), as `text: width × height`. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24;
    const targets = document.querySelectorAll<HTMLElement>(
      ':is(td, th) :is(a[href], button, summary, input, select)',
    );
    return [...targets].flatMap((target) => {
      // The link of a row is as large as its row; a box is pressed by its label.
      const area = target.matches('[data-row-link]')
        ? target.closest('tr')
        : (target.closest('label') ?? target);
      if (!area || !target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const { width, height } = area.getBoundingClientRect();
      // Out of sight, for screen readers.
      if (width <= 1 || height <= 1) return [];
      // A quarter of a pixel less is rounding.
      if (Math.min(width, height) >= least - 0.25) return [];
      return [`${target.textContent?.trim().slice(0, 30)}: ${Math.round(width)} × ${Math.round(height)}`];
    });
  });
