import type { ComponentType, ReactNode } from 'react';
import type { Client } from 'urql';
import type { ApiKey } from './api-key';

/** What a list of keys says of itself, in both consoles. */
export const keyListWords = {
  loading: 'Loading API keys...',
  one: 'key',
  other: 'keys',
  order: 'newest first',
};

/** What one of the two consoles shows of keys, and what its viewer may do with them. */
export interface KeyView {
  /** Names the table. */
  tableLabel: string;
  /** The column that names the row; the key's hint is below what it shows. */
  header: { head: string; cell: (key: ApiKey) => ReactNode };
  columns: KeyColumn[];
  /** What the viewer may do with a key now, in this order. `edit` opens `EditDialog`. */
  offers: (key: ApiKey) => (KeyAction | 'edit')[];
  /** Said left of the buttons. */
  note?: (key: ApiKey) => string | null;
  /** The buttons, two at most, are in the corner of a stacked row, and need no visible head. */
  actionsInCorner: boolean;
  /** Whose a key is, if the viewer sees other people's too. */
  ownerOf?: (key: ApiKey) => string;
  /** Says what another person changed between two readings of a key, in a sentence; null: nothing. */
  describeChanges?: (before: ApiKey, after: ApiKey) => string | null;
  EditDialog?: ComponentType<KeyDialogProps & Pick<KeyView, 'describeChanges'>>;
}

interface KeyColumn {
  head: string;
  /** Its cells are clear without its name, so a stacked row leaves that out. */
  hidesHeadWhenStacked?: true;
  cell: (key: ApiKey) => ReactNode;
}

/** Something to be done with a key, asked about first. */
export interface KeyAction {
  /** On the button of the row, and on the one that confirms. */
  label: string;
  /** Of the row's button. */
  variant: 'danger' | 'line';
  question: string;
  /** Whether the viewer chooses how long the old secret goes on working; otherwise `grace` is 0. */
  offersGrace?: true;
  /** What follows from a yes, a sentence or two. `grace` in seconds. */
  consequence: (key: ApiKey, grace: number) => string;
  /** What is said once it is done. */
  done: string;
  /** Of the button that confirms. */
  tone: 'danger' | 'dark';
  /** Does it even if another person has changed the key. Otherwise that fails, and the key is read again. */
  ignoresChanges?: true;
  /**
   * Does it.
   * @returns the key's new secret, if it was rotated
   * @throws Error with a sentence for people
   */
  send: (client: Client, key: ApiKey, grace: number) => Promise<RotatedSecret | null>;
}

/** The secret that a rotation gave a key; it can be read this once. */
export interface RotatedSecret {
  rawKey: string;
  /** Epoch milliseconds at which the old secret stops; null: it has stopped. */
  oldWorksUntil: string | null;
}

/** How a dialog ended; after `failed`, the change may still have been made. */
export type DialogOutcome = 'done' | 'failed' | 'canceled';

/** A dialog about a key. */
export interface KeyDialogProps {
  apiKey: ApiKey;
  /** Called if it seems to have failed; the dialog is still open. */
  onFailed?: () => void;
  onClose: (outcome: DialogOutcome) => void;
}
