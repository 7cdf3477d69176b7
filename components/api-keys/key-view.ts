import type { ComponentType } from 'react';
import type { Client } from 'urql';
import type { DataColumn } from '@/components/ui/column-layout';
import type { Overtaken } from '@/lib/graphql-client/client-errors';
import type { ApiKey } from './api-key';
import type { KeySortField } from './key-order';

/** One console's view of keys, and the actions of its viewer. */
export interface KeyView {
  /** Names the table. */
  tableLabel: string;
  /** The first one names the key, with its hint. */
  columns: DataColumn<ApiKey, KeySortField>[];
  /** The viewer's actions on a key now: the first as a button, the others in a menu, in this order. */
  offers: (key: ApiKey) => OfferedAction[];
  /** Whose a key is, if the viewer sees other people's too. */
  ownerOf?: (key: ApiKey) => string;
  /** Says what another person changed between two readings of a key, in a sentence; null: nothing. */
  describeChanges?: (before: ApiKey, after: ApiKey) => string | null;
  EditDialog?: ComponentType<KeyDialogProps & Pick<KeyView, 'describeChanges'>>;
}

/** `edit` opens the view's `EditDialog`. */
export type OfferedAction = KeyAction | 'edit' | 'rename';

/** Something to be done with a key, asked about first. */
export interface KeyAction {
  /** On the row, and on the button that confirms. */
  label: string;
  /** In a row's menu, it is red. */
  isRed?: true;
  question: string;
  /** Whether the viewer chooses how long the old secret keeps working; otherwise `grace` is 0. */
  offersGrace?: true;
  /** The consequence of confirming, in a sentence or two. `grace` in seconds. */
  consequence: (key: ApiKey, grace: number) => string;
  /** The message after success. */
  done: string;
  /** Of the button that confirms. */
  tone: 'danger' | 'dark';
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
export type DialogOutcome = 'done' | 'failed' | 'canceled' | Overtaken;

/** A dialog about a key. */
export interface KeyDialogProps {
  apiKey: ApiKey;
  /** Why nothing is left to do with the key as it was read again, in a sentence; null if there is. */
  overtaken: (latest: ApiKey) => string | null;
  /** Called if it seems to have failed; the dialog is still open. */
  onFailed?: () => void;
  onClose: (outcome: DialogOutcome) => void;
}
