import { type ModelConfig, since } from './model-config';

const anthropic = { structured: true, routed: false, retired: null };
const million = { ...anthropic, reasoning: false, context: 1_000_000, maxOutput: 128_000 };
const smaller = { ...million, context: 200_000, maxOutput: 64_000 };
/** They think unless a call says otherwise. */
const thinking = { ...million, reasoning: true };

/**
 * Models of Anthropic's API. Its cache writes cost 1.25 times the input, kept for five minutes. A day given as "not
 * sooner than" doesn't count as an end.
 */
export const anthropicModels: readonly ModelConfig[] = [
  {
    ...thinking,
    id: 'anthropic/claude-fable-5-1',
    quality: 0.97,
    latencyMs: 9_000,
    routed: true,
    prices: [since('2026-09-01', { input: 10, cached: 0.25, write: 12.5, output: 50 })],
  },
  {
    ...thinking,
    id: 'anthropic/claude-opus-5-5',
    quality: 0.95,
    latencyMs: 6_000,
    routed: true,
    prices: [since('2026-09-22', { input: 4, cached: 0.2, write: 5, output: 20 })],
  },
  {
    ...thinking,
    id: 'anthropic/claude-sonnet-5-5',
    quality: 0.92,
    latencyMs: 4_000,
    routed: true,
    prices: [
      since('2026-09-28', { input: 2, cached: 0.2, write: 2.5, output: 10 }),
      since('2026-10-07', { input: 2, cached: 0.1, write: 2.5, output: 10 }),
    ],
  },
  {
    ...thinking,
    id: 'anthropic/claude-haiku-5-5',
    quality: 0.83,
    latencyMs: 1_500,
    routed: true,
    prices: [
      since(
        '2026-10-07',
        { input: 0.1, cached: 0.01, write: 0.125, output: 0.5 },
        { tokens: 100_000, input: 0.5, cached: 0.05, write: 0.625, output: 2.5 },
      ),
    ],
  },
  {
    ...thinking,
    id: 'anthropic/claude-fable-5',
    quality: 0.93,
    latencyMs: 9_000,
    prices: [since('2026-06-09', { input: 10, cached: 1, write: 12.5, output: 50 })],
  },
  {
    ...thinking,
    id: 'anthropic/claude-opus-5',
    quality: 0.91,
    latencyMs: 6_000,
    prices: [since('2026-07-24', { input: 5, cached: 0.5, write: 6.25, output: 25 })],
  },
  {
    ...thinking,
    id: 'anthropic/claude-sonnet-5',
    quality: 0.86,
    latencyMs: 4_000,
    prices: [since('2026-06-30', { input: 2, cached: 0.2, write: 2.5, output: 10 })],
  },
  {
    ...million,
    id: 'anthropic/claude-opus-4-8',
    quality: 0.88,
    latencyMs: 5_000,
    prices: [since('2026-05-28', { input: 5, cached: 0.5, write: 6.25, output: 25 })],
  },
  {
    ...million,
    id: 'anthropic/claude-opus-4-7',
    quality: 0.86,
    latencyMs: 5_000,
    prices: [since('2026-04-16', { input: 5, cached: 0.5, write: 6.25, output: 25 })],
  },
  {
    ...million,
    id: 'anthropic/claude-opus-4-6',
    quality: 0.84,
    latencyMs: 5_000,
    prices: [
      since(
        '2026-02-05',
        { input: 5, cached: 0.5, write: 6.25, output: 25 },
        { tokens: 200_000, input: 10, cached: 1, write: 12.5, output: 37.5 },
      ),
      since('2026-03-13', { input: 5, cached: 0.5, write: 6.25, output: 25 }),
    ],
  },
  {
    ...million,
    id: 'anthropic/claude-sonnet-4-6',
    quality: 0.81,
    latencyMs: 3_000,
    prices: [
      since(
        '2026-02-17',
        { input: 3, cached: 0.3, write: 3.75, output: 15 },
        { tokens: 200_000, input: 6, cached: 0.6, write: 7.5, output: 22.5 },
      ),
      since('2026-03-13', { input: 3, cached: 0.3, write: 3.75, output: 15 }),
    ],
  },
  {
    ...smaller,
    id: 'anthropic/claude-opus-4-5',
    quality: 0.81,
    latencyMs: 4_000,
    prices: [since('2025-11-24', { input: 5, cached: 0.5, write: 6.25, output: 25 })],
  },
  {
    ...smaller,
    id: 'anthropic/claude-sonnet-4-5',
    quality: 0.76,
    latencyMs: 3_000,
    retired: '2026-11-30',
    prices: [
      since(
        '2025-09-29',
        { input: 3, cached: 0.3, write: 3.75, output: 15 },
        { tokens: 200_000, input: 6, cached: 0.6, write: 7.5, output: 22.5 },
      ),
    ],
  },
  {
    ...smaller,
    id: 'anthropic/claude-haiku-4-5',
    quality: 0.66,
    latencyMs: 1_500,
    prices: [since('2025-10-15', { input: 1, cached: 0.1, write: 1.25, output: 5 })],
  },
];
