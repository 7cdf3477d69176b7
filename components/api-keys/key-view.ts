import type { ComponentType, ReactNode } from 'react';
import type { Client } from 'urql';
import type { ApiKey } from './api-key';

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
  /** The buttons are two at most: they fit in the corner of a stacked row, and need no visible head. */
  hasFewActions: boolean;
  /** Whose a key is, if the viewer sees other people's too. */
  ownerOf?: (key: ApiKey) => string;
  /** What another person changed between two readings of a key, as a sentence; null: nothing. */
  meanwhile?: (before: ApiKey, after: ApiKey) => string | null;
  EditDialog?: ComponentType<KeyDialogProps & Pick<KeyView, 'meanwhile'>>;
}

interface KeyColumn {
  head: string;
  /** A stacked row needn't name it. */
  isPlain?: true;
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
  isUnconditional?: true;
  /**
   * Does it.
   * @returns the key's new secret, if it gets one
   * @throws Error with a sentence for people
   */
  send: (client: Client, key: ApiKey, grace: number) => Promise<NewSecret | null>;
}

/** A key's new secret, which can be read this once. */
export interface NewSecret {
  rawKey: string;
  /** Epoch milliseconds at which the old one stops; null: it has stopped. */
  oldWorksUntil: string | null;
}

/** How a dialog ended; after `failed`, the change may still have been made. */
export type DialogOutcome = 'done' | 'failed' | 'kept';

/** A dialog about a key. */
export interface KeyDialogProps {
  apiKey: ApiKey;
  /** Called if it seems to have failed; the dialog is still open. */
  onFailed?: () => void;
  onClose: (outcome: DialogOutcome) => void;
}
