/** The models of the demo data. Prices are micro-dollars a token. */
const demoModels = {
  'sandbox/fast': { priceIn: 0.15, priceOut: 0.6 },
  'sandbox/quality': { priceIn: 2.5, priceOut: 10 },
  'sandbox/slow': { priceIn: 0.4, priceOut: 1.6 },
} as const;

export type DemoModel = keyof typeof demoModels;

/** What the tokens of one execution cost, in whole micro-dollars. */
export function tokenCost(model: DemoModel, tokensIn: number, tokensOut: number): number {
  const { priceIn, priceOut } = demoModels[model];
  return Math.round(tokensIn * priceIn + tokensOut * priceOut);
}
