/** A copy in an order that a seed decides: the same seed always gives the same. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const left = [...items];
  const order: Item[] = [];
  let state = seed >>> 0;
  while (left.length > 0) {
    // A linear congruential generator with the constants of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    order.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return order;
}
