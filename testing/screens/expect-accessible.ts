import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with the rules broken and where; waits out the animations, which blur contrast. */
export async function expectAccessible(): Promise<void> {
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
