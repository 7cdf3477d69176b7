import { hash } from 'node:crypto';
import { workflowLimits } from '@/lib/config/limits';
import type { Message, TextMessage } from '@/lib/engine/calls/provider';

const { messages: mostMessages, length: mostCharacters, beginning, ending } = workflowLimits.prompt;

/** A message as it left, with placeholders for the values that its step hides. */
export interface SentMessage {
  role: Message['role'];
  /** Its text, or the beginning of a text that is too long. */
  content: string;
  /** The end of a text that is too long; null if `content` is all of it. */
  ending: string | null;
  /** Of the whole text in UTF-8. */
  bytes: number;
}

/** The messages that a call is the first of its step to send. */
export interface NewMessages {
  messages: SentMessage[];
  /** Whether there are more, which a step doesn't keep. */
  isCut: boolean;
}

/** A message of which the beginning and the end are kept. */
interface CutMessage {
  digest: string;
  /** Characters of the beginning and of the end. */
  begun: number;
  ended: number;
}

/** The messages that earlier runs of a step have kept: digests, because texts count for nobody while a run lasts. */
export interface EarlierMessages {
  /** Of messages that are kept whole. */
  whole: readonly string[];
  cut: readonly CutMessage[];
  /** Kept characters. */
  characters: number;
  /** Whether they have sent further messages. */
  isCut: boolean;
}

/** @param kept of one step, by its attempts */
export function earlierMessages(kept: readonly NewMessages[]): EarlierMessages {
  const messages = kept.flatMap((sent) => sent.messages);
  const whole = messages.filter(({ ending }) => ending === null);
  return {
    whole: whole.map(({ role, content }) => digestOf(role, content)),
    cut: messages.flatMap(({ role, content, ending, bytes }) =>
      ending === null
        ? []
        : [{ digest: digestOf(role, content, ending, bytes), begun: content.length, ended: ending.length }],
    ),
    characters: messages.reduce(
      (sum, { content, ending }) => sum + content.length + (ending?.length ?? 0),
      0,
    ),
    isCut: kept.some((sent) => sent.isCut),
  };
}

/**
 * The messages that a step's calls have sent so far, in all runs of its job. Retries and fallbacks send the same ones
 * again; a correction or the next piece of a long text adds some.
 */
export class SentMessages {
  /** Digests of whole messages. */
  readonly #known: Set<string>;
  readonly #cut: readonly CutMessage[];
  #charactersLeft: number;
  #isCut: boolean;

  constructor(earlier?: EarlierMessages) {
    this.#known = new Set(earlier?.whole);
    this.#cut = earlier?.cut ?? [];
    this.#charactersLeft = Math.max(0, mostCharacters - (earlier?.characters ?? 0));
    this.#isCut = earlier?.isCut ?? false;
  }

  /** @returns the messages that no earlier call has sent, as far as they are kept; null if there are none */
  add(messages: readonly Message[]): NewMessages | null {
    if (this.#isCut) return null;
    const added: SentMessage[] = [];
    for (const message of messages) {
      const content = textOf(message);
      const digest = digestOf(message.role, content);
      if (this.#known.has(digest) || this.#isKeptInPart(message.role, content)) continue;
      if (this.#known.size + this.#cut.length >= mostMessages || this.#charactersLeft === 0) {
        this.#isCut = true;
        break;
      }
      this.#known.add(digest);
      const sent = keptOf(message.role, content, Math.min(beginning + ending, this.#charactersLeft));
      this.#charactersLeft -= sent.content.length + (sent.ending?.length ?? 0);
      added.push(sent);
    }
    return added.length > 0 || this.#isCut ? { messages: added, isCut: this.#isCut } : null;
  }

  /** Whether an earlier run has kept the same beginning and end of a message of this size. */
  #isKeptInPart(role: Message['role'], content: string): boolean {
    return this.#cut.some(
      ({ digest, begun, ended }) =>
        content.length > begun + ended &&
        digest === digestOf(role, ...endsOf(content, begun, ended), Buffer.byteLength(content)),
    );
  }
}

/** @param most characters; of a longer text, the beginning and the end are kept */
function keptOf(role: Message['role'], content: string, most: number): SentMessage {
  const bytes = Buffer.byteLength(content);
  if (content.length <= most) return { role, content, ending: null, bytes };
  const begun = Math.floor((most * beginning) / (beginning + ending));
  const [first, last] = endsOf(content, begun, most - begun);
  return { role, content: first, ending: last, bytes };
}

const endsOf = (content: string, begun: number, ended: number): [first: string, last: string] => [
  content.slice(0, begun).toWellFormed(),
  ended === 0 ? '' : content.slice(-ended).toWellFormed(),
];

const digestOf = (...parts: readonly (string | number)[]): string =>
  hash('sha256', parts.join('\n'), 'base64url');

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(partText).join('\n\n');

type Part = Exclude<Message, TextMessage>['content'][number];

/** No step sends other parts than text yet. */
const partText = (part: Part): string => (part.type === 'text' ? part.text : `[${part.type}]`);
