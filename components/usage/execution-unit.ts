import type { ChartUnit } from '@/components/charts/chart-point';

/** What both charts count. */
export const executionUnit: ChartUnit = { one: 'execution', other: 'executions' };

/** What the tooltip counts beside. */
export const tokenUnit: ChartUnit = { one: 'token', other: 'tokens' };
