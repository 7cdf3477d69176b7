// @ts-check
import { fileURLToPath } from 'node:url';
import { runTool } from '@/scripts/setup/run-tool.mjs';

/**
 * A request to repeat; every answer must be the first one again.
 * @typedef {{ url: string, method?: string, headers?: Record<string, string>, body?: string }} Target
 */

/** @typedef {{ requestsPerSecond: number, p99: number }} Load p99 in milliseconds */

const loader = fileURLToPath(new URL('./load.ts', import.meta.url));

/**
 * Sends one request over and over through 16 connections.
 *
 * @param {Target} target
 * @param {number} seconds
 * @returns {Promise<Load>}
 * @throws {import('@/scripts/console/stop.mjs').Stop} when any answer differed from the first
 */
export async function measureLoad(target, seconds) {
  const output = await runTool(process.execPath, [loader, JSON.stringify({ ...target, seconds })], {
    advice: 'The server did not bear the load; the lines above say why.',
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
}
