import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails with the rules broken and where. Waits out the animations, which blur contrast; and asks again for a while if
 * something is broken, because boxes learn a moment later that they scroll.
 */
export async function expectAccessible(): Promise<void> {
  await Promise.all(
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  );
  await expect.poll(brokenRules).toEqual([]);
}

async function brokenRules(): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}
