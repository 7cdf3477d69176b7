/** One step towards elements: by role and accessible name, by selector, or only those that contain a text. */
export type Step =
  | { role: string; name?: string | { pattern: string } }
  | { css: string }
  | { containing: string }
  | { first: true };

/** The part of Testing Library that is used. */
interface TestingLibrary {
  queryAllByRole(within: HTMLElement, role: string, options: { name?: string | RegExp }): HTMLElement[];
}

/** What can be seen of the elements at a place. */
export interface Sight {
  count: number;
  /** Of the first one, as the rest. */
  text: string;
  /** Of a form's control. */
  value: string | null;
  focused: boolean;
  /** Whether it takes a click where it is now. */
  ready: boolean;
}

/*
 * These functions run in the page, as their source. They contain no named functions, because the compiler would give
 * those names by a function that the page doesn't have.
 */

/** The visible elements that the steps lead to. */
export function elementsAt(steps: Step[], library: TestingLibrary): HTMLElement[] {
  let found: HTMLElement[] = [document.body];
  for (const step of steps) {
    if ('first' in step) found = found.slice(0, 1);
    else if ('containing' in step) found = found.filter((one) => one.textContent.includes(step.containing));
    else if ('css' in step)
      found = found
        .flatMap((one) => [...one.querySelectorAll<HTMLElement>(step.css)])
        .filter((one) => one.checkVisibility());
    else
      found = found.flatMap((one) =>
        library.queryAllByRole(one, step.role, {
          ...(step.name !== undefined && {
            name: typeof step.name === 'string' ? step.name : new RegExp(step.name.pattern),
          }),
        }),
      );
  }
  return [...new Set(found)];
}

export function sightOf(found: HTMLElement[]): Sight {
  const [first] = found;
  const control = first?.matches('input, select, textarea') ? (first as HTMLInputElement) : null;
  return {
    count: found.length,
    text: first?.innerText.trim() ?? '',
    value: control?.value ?? null,
    focused: first !== undefined && first === document.activeElement,
    ready:
      first !== undefined &&
      !first.matches(':disabled') &&
      !document
        .getAnimations()
        .some(
          ({ effect, playState }) =>
            playState === 'running' &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
            (effect as KeyframeEffect).target?.contains(first),
        ),
  };
}

/** Whether there is one canvas, and a picture on it. */
export function isDrawn([canvas]: HTMLElement[]): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return picture?.data.some((value) => value > 0) ?? false;
}
