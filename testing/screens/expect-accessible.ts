import axe from 'axe-core';
import { expect } from 'vitest';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Fails with the rules broken and where; waits out the animations, which blur contrast. */
export async function expectAccessible(): Promise<void> {
  // Boxes learn that they scroll after their first frame, and are rendered with it in the next one.
  for (const _ of ['measured', 'rendered']) await nextFrame();
  await Promise.all(
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  );
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
    [],
  );
}
