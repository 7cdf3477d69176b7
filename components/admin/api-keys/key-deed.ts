import type { Client } from 'urql';
import type { AccountKey } from './account-keys-query';

/** Something to be done with a key, asked about first. */
export interface KeyDeed {
  question: string;
  /** Named after the deed, as the button in the row is. */
  label: string;
  /** What follows from a yes, a sentence or two. */
  consequence: (key: AccountKey) => string;
  /** What is said once it is done. */
  done: string;
  tone: 'danger' | 'dark';
  /**
   * Does it.
   * @returns the key's new secret, where it gets one
   * @throws Error with a sentence for people
   */
  send: (client: Client, key: AccountKey) => Promise<string | null>;
}
