'use client';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatDate, formatIsoMoment, formatMoment, formatRelative } from '@/lib/format/date';
import type { Times } from '@/lib/format/stored-choice';
import { useTimes } from './use-times';

type MomentProps = {
  /** Epoch milliseconds as the API writes them. */
  at: string | null | undefined;
  /** How it's written, if not as a date, which is with its time if `inline`. */
  format?: (at: string, times: Times) => string;
  /** Replaces a missing or invalid moment: a dash, or a word like `Never`. */
  missing?: string;
  /** Whole and on one line, if there's room; otherwise short as in tables, and whole in a note. */
  inline?: boolean;
};

/** A moment, absolute in the chosen times, with the relative one below or next to it. */
export function Moment({
  at,
  inline = false,
  format = inline ? formatMoment : formatDate,
  missing = '—',
}: MomentProps) {
  if (at == null || formatIsoMoment(at) === 'Invalid Date')
    return <span className="text-muted">{missing}</span>;
  const relative = formatRelative(at, Date.now());
  return inline ? (
    <>
      <ZonedTime at={at}>{(times) => format(at, times)}</ZonedTime>
      <span className="text-muted">{relative}</span>
    </>
  ) : (
    <ZonedTime at={at} className="block whitespace-nowrap" short>
      {(times) => (
        <>
          {format(at, times)} <span className="subline">{relative}</span>
        </>
      )}
    </ZonedTime>
  );
}

interface ZonedTimeProps {
  /** Epoch milliseconds as the API writes them, of a valid moment. */
  at: string;
  className?: string;
  /** It's written in short, so its note says all of it. */
  short?: boolean;
  /** How it's written in the chosen times, and what belongs to it; by default, as date and time. */
  children?: (times: Times) => ReactNode;
}

/** How long the pointer rests on a time before its note is shown, in milliseconds. */
const rest = 150;

/**
 * A moment in the chosen times, UTC or the person's own. While the pointer or the focus is on it, a note shows the other.
 * Outside of tables the Tab key stops at it; the times of a table share one stop (`useTimeStop`).
 */
export function ZonedTime({
  at,
  className,
  short = false,
  children = (times) => formatMoment(at, times),
}: ZonedTimeProps) {
  const id = useId();
  const times = useTimes();
  const time = useRef<HTMLTimeElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [noted, setNoted] = useState(false);
  const local = formatMoment(at, 'local');
  const utc = formatMoment(at, 'utc');
  const lines = [
    ...(short ? [times === 'utc' ? utc : local] : []),
    ...(local === utc ? [] : [times === 'utc' ? `${local}, your time` : utc]),
  ];
  const hasNote = lines.length > 0;

  // Before the time is painted, so that the Tab key never skips a visible one.
  useLayoutEffect(() => {
    const element = time.current;
    if (!hasNote) element?.removeAttribute('tabindex');
    else if (element) element.tabIndex = element.closest('table') ? -1 : 0;
  }, [hasNote]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNoted(hasNote), after);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setNoted(false);
  };

  return (
    <time
      aria-describedby={noted ? id : undefined}
      className={`rounded-[3px] ${className ?? ''}`}
      data-time={hasNote || undefined}
      dateTime={formatIsoMoment(at)}
      onBlur={hide}
      onFocus={() => show(0)}
      onPointerEnter={() => show(rest)}
      onPointerLeave={() => document.activeElement !== time.current && hide()}
      ref={time}
    >
      {children(times)}
      {noted && (
        <TimeNote id={id} onHide={hide}>
          {lines.map((line) => (
            <span className="block" key={line}>
              {line}
            </span>
          ))}
        </TimeNote>
      )}
    </time>
  );
}

interface TimeNoteProps {
  id: string;
  onHide: () => void;
  children: ReactNode;
}

/** The note above a time, or below it at the top of the window; it moves along with its time, and Escape hides it. */
function TimeNote({ id, onHide, children }: TimeNoteProps) {
  const note = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const element = note.current;
    const time = element?.parentElement;
    if (!element || !time) return;
    const place = () => {
      const anchor = time.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      const above = anchor.top - height - 4;
      element.style.top = `${above >= 4 ? above : anchor.bottom + 4}px`;
      element.style.left = `${Math.max(4, Math.min(anchor.left, window.innerWidth - width - 4))}px`;
    };
    element.showPopover();
    place();
    document.addEventListener('scroll', place, { capture: true });
    return () => document.removeEventListener('scroll', place, { capture: true });
  }, []);

  useEffect(() => {
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around the time stays open for it.
      event.stopPropagation();
      onHide();
    };
    document.addEventListener('keydown', hideOnEscape, { capture: true });
    return () => document.removeEventListener('keydown', hideOnEscape, { capture: true });
  }, [onHide]);

  return (
    <span
      className="fixed inset-auto m-0 whitespace-nowrap rounded-control bg-ink px-2.5 py-1 font-normal font-sans text-[13px] text-on-ink"
      id={id}
      popover="manual"
      ref={note}
      role="tooltip"
    >
      {children}
    </span>
  );
}
