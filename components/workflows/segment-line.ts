/**
 * A kind of time of a step. `own` is our work. `connect`, `firstToken` and `tokens` are the provider's time until it has
 * accepted a call, then until the first token, and after it. `failed` is the provider's time for a failed call. `paused`
 * is a wait without a worker. `downtime` is the time after our process has ended. `person` is a wait for a person's
 * decision. `unread` has calls that aren't loaded. `over` comes after the step's end.
 */
export type SegmentKind =
  | 'queued'
  | 'waiting'
  | 'own'
  | 'connect'
  | 'firstToken'
  | 'tokens'
  | 'failed'
  | 'backOff'
  | 'paused'
  | 'downtime'
  | 'person'
  | 'unread'
  | 'over';

/** A part of a step's time. Moments in milliseconds since the epoch. */
export interface Segment {
  kind: SegmentKind;
  from: number;
  to: number;
  /** In words, without its length. */
  note: string;
}

/** A time in which no process had the job. */
export interface Gap {
  lostAt: number;
  /** When it was in its queue again. */
  foundAt: number;
  resumedAt: number;
}

/** Segments in a row, within the job's time. */
export class SegmentLine {
  readonly segments: Segment[] = [];
  #at: number;

  constructor(
    from: number,
    readonly end: number,
    readonly gaps: readonly Gap[],
  ) {
    this.#at = from;
  }

  /** As `until`, except for the times in which no process had the job. */
  withGapsUntil(moment: number, kind: SegmentKind, note: string): void {
    for (const { lostAt, foundAt, resumedAt } of this.gaps) {
      if (resumedAt <= this.#at || lostAt >= moment) continue;
      this.until(lostAt, kind, note);
      this.until(Math.min(foundAt, moment), 'downtime', 'No process of ours ran it');
      this.until(Math.min(resumedAt, moment), 'queued', 'In the queue again');
    }
    this.until(moment, kind, note);
  }

  /** The first gap that begins after a moment and before another. */
  gapBetween(from: number, to: number): Gap | undefined {
    return this.gaps.find(({ lostAt }) => lostAt >= from && lostAt < to);
  }

  /** Nothing is added if the moment has passed. */
  until(moment: number, kind: SegmentKind, note: string): void {
    const to = Math.min(moment, this.end);
    if (to <= this.#at) return;
    const last = this.segments.at(-1);
    // A call between them took less than a millisecond.
    if (last?.kind === kind && last.note === note) last.to = to;
    else this.segments.push({ kind, from: this.#at, to, note });
    this.#at = to;
  }
}
