/** US dollars as whole nano-dollars, the unit in which costs are stored. */
export const nanosOfDollars = (dollars: number): number => Math.round(dollars * 1e9);
