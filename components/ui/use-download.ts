'use client';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { useResult } from './outcome';
import { saveText } from './save-file';

interface Download {
  /** The arguments of `saveText`; null if there is nothing to save. */
  file: Parameters<typeof saveText> | null;
  /** In a sentence. */
  outcome: string;
}

/** Reads rows for a file until `signal` aborts. @param onRead gets how many have been read so far */
export type ReadFile = (signal: AbortSignal, onRead: (count: number) => void) => Promise<Download>;

/**
 * Saves rows as one file, after the last one has been read: a file is complete or isn't saved. One download at a time;
 * leaving the page ends it.
 * @param filters of the rows: the outcome is shown until they change
 */
export function useDownload(filters: object) {
  const [read, setRead] = useState<number | null>(null);
  const [result, setResult] = useResult(filters);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async (readFile: ReadFile) => {
    // A double press counts once.
    if (running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setResult(null);
    setRead(0);
    try {
      const { file, outcome } = await readFile(signal, setRead);
      signal.throwIfAborted();
      if (file) saveText(...file);
      setResult({ done: true, text: outcome });
    } catch (error) {
      setResult(
        signal.aborted
          ? { done: true, text: 'Download canceled. No file was saved.' }
          : {
              done: false,
              text: `${messageOf(error) || "The file couldn't be made."} No file was saved. Try again.`,
            },
      );
    } finally {
      running.current = undefined;
      setRead(null);
    }
  };
  return {
    save,
    /** How many rows have been read so far; null if no download is running. */
    read,
    result,
    cancel: () => running.current?.abort(),
  };
}
