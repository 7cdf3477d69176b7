import fs from 'node:fs';
import path from 'node:path';
import type { Options } from 'autocannon';
import { runJsonProgram } from '@/bench/run-json-program';
import { Stop } from '@/scripts/console/stop.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';

const CONNECTIONS = 16;

/** The outcomes of a load's requests. */
export interface LoadResult {
  /** Responses by HTTP status. */
  counts: Record<string, number>;
  /** Requests without a response. */
  errors: number;
  /** Responses with another body than the expected one. */
  mismatches: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** A request to repeat. */
export interface Target {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p99: number;
}

/** Sends requests from a process of its own. */
export async function sendLoad(options: Options): Promise<LoadResult> {
  // The body of a page is longer than an argument may be.
  const file = path.join(temporaryDirectory(), 'options.json');
  fs.writeFileSync(file, JSON.stringify(options));
  return runJsonProgram('bench/http/load-program.ts', [file], {
    advice: "The load couldn't be sent; the lines above say why.",
  });
}

/**
 * Repeats one request over 16 connections.
 *
 * @throws Stop if a response isn't the same as the first, or if that one is an error
 */
export async function measureLoad(target: Target, seconds: number): Promise<Load> {
  const { url, ...request } = target;
  const first = await fetch(url, request);
  const expectBody = await first.text();
  if (!first.ok || (target.body && expectBody.includes('"errors":')))
    throw new Stop(`${url} returned ${first.status}: ${expectBody.slice(0, 500)}`);
  const result = await sendLoad({ ...target, connections: CONNECTIONS, duration: seconds, expectBody });
  const sum = (counts: [string, number][]) => counts.reduce((total, [, count]) => total + count, 0);
  const statuses = Object.entries(result.counts);
  const succeeded = sum(statuses.filter(([status]) => status.startsWith('2')));
  const failed = sum(statuses) - succeeded + result.errors + result.mismatches;
  if (failed > 0) throw new Stop(`${failed} of ${sum(statuses) + result.errors} requests to ${url} failed.`);
  return { requestsPerSecond: succeeded / result.seconds, p99: result.p99 };
}
