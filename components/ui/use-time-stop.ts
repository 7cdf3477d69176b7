'use client';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const timesOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('[data-time]')];

/**
 * Makes the times of a table one stop of the Tab key, however many rows it has: arrow up and down go from time to time.
 * @returns the table's handler of pressed keys
 */
export function useTimeStop(table: RefObject<HTMLElement | null>) {
  // After every render, because rows come and go.
  useEffect(() => {
    const [first, ...others] = table.current ? timesOf(table.current) : [];
    if (first && ![first, ...others].some(({ tabIndex }) => tabIndex === 0)) first.tabIndex = 0;
  });

  return (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.dataset.time) return;
    const times = timesOf(event.currentTarget);
    const next = times[times.indexOf(event.target) + step];
    event.preventDefault();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
}
