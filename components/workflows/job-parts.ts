import type { SegmentKind } from './segment-line';
import type { Timeline } from './timeline';

/** If steps do different things at once, the first of these counts. */
export const kindsByRank = [
  'tokens',
  'firstToken',
  'connect',
  'failed',
  'backOff',
  'paused',
  'downtime',
  'unread',
  'person',
  'own',
  'queued',
  'waiting',
] as const satisfies readonly SegmentKind[];

/** A kind of time that is shown. */
export type ShownKind = (typeof kindsByRank)[number];

/** A part of a job's time, of which each moment counts once, however many steps share it. */
export interface JobPart {
  kind: ShownKind;
  from: number;
  to: number;
}

/**
 * A job as a whole, from its beginning to its end without gaps. If its steps have all ended, it's our work.
 * @param ranks of kinds at once, the first of these counts
 */
export function jobParts({ from, to, rows }: Timeline, ranks: readonly ShownKind[] = kindsByRank): JobPart[] {
  const changes = rows
    .flatMap(({ segments }) => segments)
    .flatMap((segment) => [
      { at: segment.from, kind: segment.kind, by: 1 },
      { at: segment.to, kind: segment.kind, by: -1 },
    ])
    .sort((one, other) => one.at - other.at);
  const open = new Map<SegmentKind, number>();
  const parts: JobPart[] = [];
  let last = from;
  const addUntil = (at: number) => {
    if (at <= last) return;
    const kind = ranks.find((rank) => (open.get(rank) ?? 0) > 0) ?? 'own';
    const before = parts.at(-1);
    if (before?.kind === kind) before.to = at;
    else parts.push({ kind, from: last, to: at });
    last = at;
  };
  for (const { at, kind, by } of changes) {
    addUntil(at);
    open.set(kind, (open.get(kind) ?? 0) + by);
  }
  addUntil(to);
  return parts;
}

/** How many milliseconds of a job went into what: before it left its queue, and after that. */
export function timeByKind(
  parts: readonly JobPart[],
  startedAt: number,
): { before: number; duration: ReadonlyMap<ShownKind, number> } {
  const duration = new Map<ShownKind, number>();
  let before = 0;
  for (const { kind, from, to } of parts) {
    const begun = Math.min(Math.max(from, startedAt), to);
    before += begun - from;
    if (to > begun) duration.set(kind, (duration.get(kind) ?? 0) + to - begun);
  }
  return { before, duration };
}
