import { messageOf } from './message-of';

interface RecordChange<Stored> {
  /** Makes the change. @returns the record as it is then */
  make: () => Promise<Stored>;
  /** Reads the record anew. */
  read: () => Promise<Stored>;
  /** Shows the record as it is by now. */
  show: (present: Stored) => void;
  /** Whether a record is as the change would have it: one whose answer was lost may have been made all the same. */
  isMade: (present: Stored) => boolean;
  /** What somebody else changed between two states, as a sentence; null: nothing. */
  meanwhile: (before: Stored, after: Stored) => string | null;
}

/**
 * Makes a change of a record that somebody has on the screen; where that fails the record is read anew.
 * @param seen the record on the screen, which the change is based on
 * @returns the record as it is then
 * @throws Error that says what went wrong, and what somebody else changed meanwhile
 */
export async function changeRecord<Stored>(
  seen: Stored,
  { make, read, show, isMade, meanwhile }: RecordChange<Stored>,
): Promise<Stored> {
  try {
    const made = await make();
    show(made);
    return made;
  } catch (error) {
    const present = await read().catch(() => seen);
    show(present);
    if (isMade(present)) return present;
    throw new Error([messageOf(error), meanwhile(seen, present)].filter(Boolean).join(' '));
  }
}
