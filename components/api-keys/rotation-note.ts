import { formatMoment } from '@/lib/format/date';

/**
 * What to do with a new secret that takes the place of an older one.
 * @param oldWorksUntil epoch milliseconds; null: the old one has stopped
 */
export function rotationNote(oldWorksUntil: string | null): string {
  const old =
    oldWorksUntil === null
      ? 'The old one works no more: put this one in its place.'
      : `The old one works until ${formatMoment(oldWorksUntil)}: put this one in its place by then.`;
  return `Copy it now because it cannot be seen again. ${old}`;
}
