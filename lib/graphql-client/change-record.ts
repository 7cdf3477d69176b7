import { messageOf } from './client-errors';

interface RecordChange<Stored, Made> {
  /** Makes the change. */
  make: () => Promise<Made>;
  /** Reads the record again. */
  read: () => Promise<Stored>;
  /** Shows the record as it was read again. */
  show: (latest: Stored) => void;
  /** The result if a record proves that the change was made and only its response was lost; otherwise undefined. */
  recover?: (latest: Stored) => Made | undefined;
  /** Says what another person changed between two states: a sentence to end the error with; null: nothing. */
  describeChanges?: (before: Stored, after: Stored) => string | null;
}

/**
 * Changes a record that is on the screen. If the change fails, the record is read again, so that the next try is based
 * on the screen. An example is CONFLICT, after another person changed the record first.
 * @param seen the record on the screen
 * @returns the result of the change
 * @throws Error with a sentence for people
 */
export async function changeRecord<Stored, Made>(
  seen: Stored,
  { make, read, show, recover, describeChanges }: RecordChange<Stored, Made>,
): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    const latest = await read().catch(() => seen);
    if (latest !== seen) show(latest);
    const made = recover?.(latest);
    if (made !== undefined) return made;
    throw new Error([messageOf(error), describeChanges?.(seen, latest)].filter(Boolean).join(' '));
  }
}
