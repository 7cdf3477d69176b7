'use client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '@/lib/format/number';
import type { JobPart, ShownKind } from './job-parts';
import { formatDuration } from './measures';
import { axisTicks, placeOf, type TimeScale } from './time-scale';

const stripes =
  'border-y border-current bg-[repeating-linear-gradient(135deg,currentColor_0_3px,transparent_3px_6px)]';

export const kinds: Record<ShownKind, { word: string; fill: string }> = {
  tokens: { word: 'Provider, tokens', fill: 'bg-signal-ink' },
  firstToken: { word: 'Provider, until the first token', fill: 'bg-signal-glow' },
  connect: { word: 'Provider, connection', fill: `text-signal-ink ${stripes}` },
  failed: { word: 'Provider, failed calls', fill: 'bg-red' },
  backOff: { word: 'Back-off', fill: 'bg-amber-glow' },
  paused: { word: 'Paused for the provider', fill: `text-amber ${stripes}` },
  downtime: { word: 'Downtime of ours', fill: `text-red ${stripes}` },
  unread: { word: 'Calls not shown', fill: `text-muted ${stripes}` },
  person: { word: 'Waiting for a person', fill: 'bg-[#b9c8e6]' },
  own: { word: 'Our own time', fill: 'bg-ink' },
  queued: { word: 'Queue', fill: `text-control ${stripes}` },
  waiting: { word: 'Waits', fill: 'bg-rule' },
};

export const columns = 'sm:grid sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_5rem] sm:gap-x-4';

export function Bars({ scale, children }: { scale: TimeScale; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="relative block h-5 overflow-hidden rounded-[3px] bg-paper-2 max-sm:order-last max-sm:col-span-2 print:border print:border-rule forced-colors:border"
    >
      {children}
      {scale
        .filter(({ isBreak }) => isBreak)
        .map(({ from, start, end }) => (
          <span
            className="absolute inset-y-[-2px] w-[9px] -translate-x-1/2 -skew-x-[20deg] border-ink border-x-2 bg-white [print-color-adjust:exact]"
            data-break
            key={from}
            style={{ left: `${((start + end) / 2) * 100}%` }}
          />
        ))}
    </span>
  );
}

/** Round moments below which the bars are read, and the times of breaks. */
export function Ticks({ scale }: { scale: TimeScale }) {
  const axis = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(axis.current?.clientWidth ?? 0));
    if (axis.current) observer.observe(axis.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="relative h-5 text-[12px] text-muted tabular-nums" ref={axis}>
      {axisTicks(scale, width).map(({ place, label, isBreak }) => (
        <span
          className={`absolute whitespace-nowrap ${isBreak ? '-translate-x-1/2' : 'border-rule border-l pl-1'}`}
          key={place}
          style={{ left: `${place * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** Which waits aren't as wide as their time. */
export function BreakNote({ scale }: { scale: TimeScale }) {
  const breaks = scale.filter(({ isBreak }) => isBreak);
  if (breaks.length === 0) return null;
  const time = formatDuration(breaks.reduce((sum, { from, to }) => sum + to - from, 0));
  return (
    <p className="mt-1.5 max-w-[88ch] text-[13px] text-muted">
      {breaks.length === 1
        ? `The wait of ${time} for a person is drawn shorter.`
        : `${formatCount(breaks.length)} waits for a person (${time} in all) are drawn shorter.`}{' '}
      <span className="print:hidden">After a break mark, the axis counts from the end of the wait.</span>
    </p>
  );
}

interface BarProps {
  segment: JobPart;
  note: string;
  scale: TimeScale;
}

export function Bar({ segment: { kind, from, to }, note, scale }: BarProps) {
  const start = placeOf(scale, from);
  return (
    <span
      className={`absolute inset-y-0 min-w-[2px] [print-color-adjust:exact] forced-colors:border-r ${kinds[kind].fill}`}
      style={{ left: `${start * 100}%`, width: `${(placeOf(scale, to) - start) * 100}%` }}
      title={`${note}: ${formatDuration(to - from)}`}
    />
  );
}
