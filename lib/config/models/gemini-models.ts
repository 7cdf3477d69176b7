import { type ModelConfig, since } from './model-config';

const gemini = {
  context: 1_048_576,
  maxOutput: 65_536,
  structured: true,
  routed: false,
  retired: null,
};
const thinking = { ...gemini, reasoning: true };
/** They think little or not at all unless a call asks for it. */
const quick = { ...gemini, reasoning: false };

/**
 * Models of the Gemini API, at its prices for text. It charges nothing for writing the cache. A day given as the
 * earliest possible one doesn't count as an end.
 */
export const geminiModels: readonly ModelConfig[] = [
  {
    ...thinking,
    id: 'gemini/gemini-4-carbon',
    quality: 0.94,
    latencyMs: 7_000,
    routed: true,
    prices: [
      since('2026-11-10', { input: 2, cached: 0.1, output: 10 }),
      since('2026-12-01', { input: 4, cached: 0.2, output: 20 }),
    ],
  },
  {
    ...thinking,
    id: 'gemini/gemini-4-argon',
    quality: 0.92,
    latencyMs: 6_000,
    routed: true,
    prices: [
      since('2026-10-13', { input: 2, cached: 0.1, output: 10 }),
      since('2026-12-01', { input: 4, cached: 0.2, output: 20 }),
    ],
  },
  {
    ...thinking,
    id: 'gemini/gemini-3.8-flash',
    quality: 0.84,
    latencyMs: 3_000,
    routed: true,
    prices: [
      since('2026-09-02', { input: 0.75, cached: 0.075, output: 3.75 }),
      since('2027-01-01', { input: 1.5, cached: 0.15, output: 7.5 }),
    ],
  },
  {
    ...quick,
    id: 'gemini/gemini-3.5-flash-lite',
    quality: 0.7,
    latencyMs: 1_200,
    routed: true,
    prices: [since('2026-07-21', { input: 0.3, cached: 0.03, output: 2.5 })],
  },
  {
    ...thinking,
    id: 'gemini/gemini-3.7-flash',
    quality: 0.82,
    latencyMs: 3_000,
    prices: [
      since('2026-08-13', { input: 0.75, cached: 0.075, output: 3.75 }),
      since('2027-01-01', { input: 1.5, cached: 0.15, output: 7.5 }),
    ],
  },
  {
    ...thinking,
    id: 'gemini/gemini-3.6-flash',
    quality: 0.8,
    latencyMs: 3_000,
    prices: [
      since('2026-07-21', { input: 1.5, cached: 0.15, output: 7.5 }),
      since('2026-08-13', { input: 0.75, cached: 0.075, output: 3.75 }),
      since('2027-01-01', { input: 1.5, cached: 0.15, output: 7.5 }),
    ],
  },
  {
    ...thinking,
    id: 'gemini/gemini-3.5-flash',
    quality: 0.78,
    latencyMs: 3_000,
    prices: [since('2026-05-19', { input: 1.5, cached: 0.15, output: 9 })],
  },
  {
    ...thinking,
    id: 'gemini/gemini-3.1-pro-preview',
    quality: 0.82,
    latencyMs: 7_000,
    prices: [
      since(
        '2026-02-19',
        { input: 2, cached: 0.2, output: 12 },
        { tokens: 200_000, input: 4, cached: 0.4, output: 18 },
      ),
    ],
  },
  {
    ...quick,
    id: 'gemini/gemini-3.1-flash-lite',
    quality: 0.62,
    latencyMs: 1_200,
    prices: [since('2026-05-07', { input: 0.25, cached: 0.025, output: 1.5 })],
  },
  {
    ...thinking,
    id: 'gemini/gemini-3-flash-preview',
    quality: 0.74,
    latencyMs: 3_000,
    prices: [since('2025-12-17', { input: 0.5, cached: 0.05, output: 3 })],
  },
  {
    ...thinking,
    id: 'gemini/gemini-2.5-pro',
    quality: 0.7,
    latencyMs: 7_000,
    retired: '2026-12-01',
    prices: [
      since(
        '2025-10-31',
        { input: 1.25, cached: 0.125, output: 10 },
        { tokens: 200_000, input: 2.5, cached: 0.25, output: 15 },
      ),
    ],
  },
  {
    ...thinking,
    id: 'gemini/gemini-2.5-flash',
    quality: 0.6,
    latencyMs: 3_000,
    retired: '2026-12-01',
    prices: [since('2025-10-31', { input: 0.3, cached: 0.03, output: 2.5 })],
  },
  {
    ...quick,
    id: 'gemini/gemini-2.5-flash-lite',
    quality: 0.48,
    latencyMs: 1_200,
    prices: [since('2025-10-31', { input: 0.1, cached: 0.01, output: 0.4 })],
  },
];
