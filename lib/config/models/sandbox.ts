import type { ModelConfig } from './model-config';
import { since } from './prices';

const sandbox = { context: 32_768, maxOutput: 8_192, structured: true, reasoning: false, retired: null };

const [cheap, expensive, slow] = [
  [since('2026-01-01', { input: 0.15, output: 0.6 })],
  [since('2026-01-01', { input: 2.5, output: 10 })],
  [since('2026-01-01', { input: 0.4, output: 1.6 })],
];
const named = { ...sandbox, quality: 0.3, latencyMs: 20, routed: false, prices: cheap };

/** Models that need no network; the prices are made up, so that costs can be tried out. */
export const sandboxModels: readonly ModelConfig[] = [
  { ...sandbox, id: 'sandbox/fast', quality: 0.4, latencyMs: 5, routed: true, prices: cheap },
  { ...sandbox, id: 'sandbox/quality', quality: 0.8, latencyMs: 20, routed: true, prices: expensive },
  { ...named, id: 'sandbox/slow', latencyMs: 2_000, prices: slow },
  { ...named, id: 'sandbox/flaky' },
  { ...named, id: 'sandbox/limited' },
  { ...named, id: 'sandbox/down' },
  { ...named, id: 'sandbox/cut' },
  { ...named, id: 'sandbox/stall' },
];
