const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Two decimals round anything smaller to $0.00, which would read as free. */
const halfACent = 0.005;

/**
 * An amount of US dollars to the cent: `$4.12`, `$1,204.00`, `-$3.50`.
 * A real amount too small for two decimals reads `<$0.01`; a missing one `$0.00`.
 */
export function formatDollars(amount: number | null | undefined): string {
  if (amount == null || !Number.isFinite(amount) || amount === 0) return dollars.format(0);
  if (Math.abs(amount) < halfACent) return amount > 0 ? '<$0.01' : '>-$0.01';
  return dollars.format(amount);
}
