import type { OverlappingKey, PreviousSecret } from './overlap-query';

/** The old secret of a key, as long as it works. */
export function presentOverlap({ previous_secret: previous }: OverlappingKey): PreviousSecret | null {
  return previous && Number(previous.expires_at) > Date.now() ? previous : null;
}
