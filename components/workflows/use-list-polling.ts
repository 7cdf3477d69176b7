'use client';
import { useState } from 'react';
import { usePolling } from './use-polling';

/** How often (ms) the rows on show are read again: while one of them runs, and while only new ones can come. */
const readEvery = { running: 2_000, resting: 3_000, quiet: 10_000 };
/** A list is quiet after so long (ms) without a new row, or if it can't be read. */
const QUIET_AFTER = 60_000;
/** How many times as long as a reading took the next wait is at least, so that slow searches are rare. */
const WAIT_PER_READING = 20;

/** Rows that run change; otherwise, only new ones come. */
type Changes = 'running' | 'new';

/** A reading of a list, from `began` to `ended` in milliseconds. */
interface Reading {
  /** The id of its first row, empty if there is none; null if the list couldn't be read. */
  first: string | null;
  began: number;
  ended: number;
}

interface Pace {
  /** The first row, and the end of the first reading that had it. */
  first: string | null;
  since: number;
  isQuiet: boolean;
  /** The shortest wait (ms) for the next reading. */
  wait: number;
}

const initial: Pace = { first: null, since: 0, isQuiet: false, wait: 0 };

/** The pace after a reading. @param last the pace before it; undefined for the first reading */
export function paceAfter({ first, began, ended }: Reading, last: Pace = initial): Pace {
  // In whole seconds, so that the pace seldom changes.
  const seconds = Math.floor(((ended - began) * WAIT_PER_READING) / 1_000);
  const wait = Math.min(seconds * 1_000, readEvery.quiet);
  if (first === null) return { ...last, isQuiet: true, wait };
  const since = first === last.first ? last.since : ended;
  return { first, since, isQuiet: ended - since > QUIET_AFTER, wait };
}

/** How long (ms) to wait before the next reading. */
export function waitFor(changes: Changes, { isQuiet, wait }: Pace = initial): number {
  const pace = changes === 'running' ? 'running' : isQuiet ? 'quiet' : 'resting';
  return Math.max(readEvery[pace], wait);
}

interface ListPolling {
  /** Names the list: with other filters, or on another page, its pace begins again. */
  key: string;
  /** Null: nothing changes, and nothing is read. */
  changes: Changes | null;
  /** Reads the list again. @returns the id of its first row, empty if there is none; null if it can't be read */
  read: () => Promise<string | null>;
}

/**
 * Reads a list again and again: often while its rows run, less often while new rows may come, and seldom if none do. After
 * a slow reading, the next one waits 20 times as long, at most ten seconds.
 */
export function useListPolling({ key, changes, read }: ListPolling): void {
  const [last, setLast] = useState<{ key: string; pace: Pace }>();
  const pace = last?.key === key ? last.pace : undefined;
  usePolling(async () => {
    const began = performance.now();
    const first = await read();
    setLast({ key, pace: paceAfter({ first, began, ended: performance.now() }, pace) });
  }, changes && waitFor(changes, pace));
}
