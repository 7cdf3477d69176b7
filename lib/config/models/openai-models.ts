import { type ModelConfig, since } from './model-config';

const openai = { structured: true, reasoning: true, routed: false, retired: null };
const million = { ...openai, context: 1_050_000, maxOutput: 128_000 };
const gpt5 = { ...openai, context: 400_000, maxOutput: 128_000 };
const gpt4 = { ...openai, reasoning: false, context: 128_000, maxOutput: 16_384 };

/**
 * Models of OpenAI that its Responses API serves. Cache writes have a price of their own from GPT-5.6 on. The price of
 * OpenAI promised `gpt-5.6-sol` until November 21, 2026 at least. The end dates come from its deprecations page.
 */
export const openaiModels: readonly ModelConfig[] = [
  {
    ...million,
    id: 'openai/gpt-6.2-astra',
    quality: 0.98,
    latencyMs: 9_000,
    routed: true,
    prices: [
      since(
        '2026-11-17',
        { input: 8, cached: 0.4, write: 10, output: 40 },
        { tokens: 272_000, input: 16, cached: 0.8, write: 20, output: 60 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-6.2-sol',
    quality: 0.94,
    latencyMs: 5_000,
    routed: true,
    prices: [
      since(
        '2026-11-17',
        { input: 2, cached: 0.1, write: 2.5, output: 10 },
        { tokens: 272_000, input: 4, cached: 0.2, write: 5, output: 15 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-6.1-terra',
    quality: 0.86,
    latencyMs: 3_000,
    routed: true,
    prices: [
      since(
        '2026-10-26',
        { input: 1, cached: 0.05, write: 1.25, output: 5 },
        { tokens: 272_000, input: 2, cached: 0.1, write: 2.5, output: 7.5 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-6-luna',
    quality: 0.8,
    latencyMs: 1_500,
    routed: true,
    prices: [
      since(
        '2026-09-22',
        { input: 0.1, cached: 0.01, write: 0.125, output: 0.5 },
        { tokens: 272_000, input: 0.2, cached: 0.02, write: 0.25, output: 0.75 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-6.1-sol',
    quality: 0.92,
    latencyMs: 5_000,
    prices: [
      since(
        '2026-09-29',
        { input: 2, cached: 0.1, write: 2.5, output: 10 },
        { tokens: 272_000, input: 4, cached: 0.2, write: 5, output: 15 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-6-astra',
    quality: 0.95,
    latencyMs: 10_000,
    prices: [
      since(
        '2026-09-03',
        { input: 10, cached: 1, write: 12.5, output: 50 },
        { tokens: 272_000, input: 20, cached: 2, write: 25, output: 75 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-6-sol',
    quality: 0.89,
    latencyMs: 5_000,
    prices: [
      since(
        '2026-09-22',
        { input: 2, cached: 0.2, write: 2.5, output: 10 },
        { tokens: 272_000, input: 4, cached: 0.4, write: 5, output: 15 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-5.6-sol',
    quality: 0.88,
    latencyMs: 6_000,
    prices: [
      since(
        '2026-07-09',
        { input: 5, cached: 0.5, write: 6.25, output: 30 },
        { tokens: 272_000, input: 10, cached: 1, write: 12.5, output: 45 },
      ),
      since(
        '2026-08-21',
        { input: 4, cached: 0.4, write: 5, output: 20 },
        { tokens: 272_000, input: 8, cached: 0.8, write: 10, output: 30 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-5.6-terra',
    quality: 0.84,
    latencyMs: 4_000,
    prices: [
      since(
        '2026-07-09',
        { input: 2.5, cached: 0.25, write: 3.125, output: 15 },
        { tokens: 272_000, input: 5, cached: 0.5, write: 6.25, output: 22.5 },
      ),
      since(
        '2026-07-30',
        { input: 2, cached: 0.2, write: 2.5, output: 12 },
        { tokens: 272_000, input: 4, cached: 0.4, write: 5, output: 18 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-5.6-luna',
    quality: 0.76,
    latencyMs: 2_000,
    prices: [
      since(
        '2026-07-09',
        { input: 1, cached: 0.1, write: 1.25, output: 6 },
        { tokens: 272_000, input: 2, cached: 0.2, write: 2.5, output: 9 },
      ),
      since(
        '2026-07-30',
        { input: 0.2, cached: 0.02, write: 0.25, output: 1.2 },
        { tokens: 272_000, input: 0.4, cached: 0.04, write: 0.5, output: 1.8 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-5.5',
    quality: 0.86,
    latencyMs: 6_000,
    prices: [
      since(
        '2026-04-23',
        { input: 5, cached: 0.5, output: 30 },
        { tokens: 272_000, input: 10, cached: 1, output: 45 },
      ),
    ],
  },
  {
    ...million,
    id: 'openai/gpt-5.4',
    quality: 0.82,
    latencyMs: 5_000,
    prices: [
      since(
        '2026-03-05',
        { input: 2.5, cached: 0.25, output: 15 },
        { tokens: 272_000, input: 5, cached: 0.5, output: 22.5 },
      ),
    ],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5.4-mini',
    quality: 0.72,
    latencyMs: 2_000,
    prices: [since('2026-03-17', { input: 0.75, cached: 0.075, output: 4.5 })],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5.4-nano',
    quality: 0.6,
    latencyMs: 1_500,
    retired: '2027-04-01',
    prices: [since('2026-03-17', { input: 0.2, cached: 0.02, output: 1.25 })],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5.2',
    quality: 0.79,
    latencyMs: 6_000,
    prices: [since('2025-12-11', { input: 1.75, cached: 0.175, output: 14 })],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5.1',
    quality: 0.75,
    latencyMs: 6_000,
    retired: '2027-04-01',
    prices: [since('2025-11-13', { input: 1.25, cached: 0.125, output: 10 })],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5',
    quality: 0.73,
    latencyMs: 8_000,
    retired: '2026-12-11',
    prices: [since('2025-08-07', { input: 1.25, cached: 0.125, output: 10 })],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5-mini',
    quality: 0.64,
    latencyMs: 4_000,
    retired: '2026-12-11',
    prices: [since('2025-08-07', { input: 0.25, cached: 0.025, output: 2 })],
  },
  {
    ...gpt5,
    id: 'openai/gpt-5-nano',
    quality: 0.5,
    latencyMs: 3_000,
    retired: '2026-12-11',
    prices: [since('2025-08-07', { input: 0.05, cached: 0.005, output: 0.4 })],
  },
  {
    ...gpt5,
    id: 'openai/o3',
    context: 200_000,
    maxOutput: 100_000,
    quality: 0.7,
    latencyMs: 8_000,
    retired: '2026-12-11',
    prices: [since('2025-06-10', { input: 2, cached: 0.5, output: 8 })],
  },
  {
    ...gpt4,
    id: 'openai/gpt-4.1',
    context: 1_047_576,
    maxOutput: 32_768,
    quality: 0.6,
    latencyMs: 2_500,
    retired: '2027-01-14',
    prices: [since('2025-04-14', { input: 2, cached: 0.5, output: 8 })],
  },
  {
    ...gpt4,
    id: 'openai/gpt-4.1-mini',
    context: 1_047_576,
    maxOutput: 32_768,
    quality: 0.52,
    latencyMs: 1_500,
    retired: '2027-01-14',
    prices: [since('2025-04-14', { input: 0.4, cached: 0.1, output: 1.6 })],
  },
  {
    ...gpt4,
    id: 'openai/gpt-4o',
    quality: 0.52,
    latencyMs: 2_000,
    retired: '2027-01-14',
    prices: [since('2025-07-04', { input: 2.5, cached: 1.25, output: 10 })],
  },
  {
    ...gpt4,
    id: 'openai/gpt-4o-mini',
    quality: 0.42,
    latencyMs: 1_500,
    retired: '2027-01-14',
    prices: [since('2025-07-04', { input: 0.15, cached: 0.075, output: 0.6 })],
  },
];
