import type { Client } from 'urql';
import type { NewSecret } from '@/components/api-keys/rotate-secret';
import type { AccountKey } from './account-keys-query';

/** Something to be done with a key, asked about first. */
export interface KeyDeed {
  question: string;
  /** Named after the deed, as the button in the row is. */
  label: string;
  /** Whether it is asked how long the old secret goes on working; else its `grace` is 0. */
  offersGrace?: true;
  /** What follows from a yes, a sentence or two. `grace` in seconds. */
  consequence: (key: AccountKey, grace: number) => string;
  /** What is said once it is done. */
  done: string;
  tone: 'danger' | 'dark';
  /**
   * Does it.
   * @returns the key's new secret, where it gets one
   * @throws Error with a sentence for people
   */
  send: (client: Client, key: AccountKey, grace: number) => Promise<NewSecret | null>;
}
