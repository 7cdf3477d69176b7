'use client';
import { useEffect, useState } from 'react';

/**
 * The present moment, read again and again.
 * @param every milliseconds; null: once
 * @returns epoch milliseconds
 */
export function useNow(every: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
