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

/**
 * The messages that a step's calls have sent so far, in this run. Retries and fallbacks send the same ones again; a
 * correction or the next piece of a long text adds some.
 */
export class SentMessages {
  /** Digests of whole messages: a run may last long, and its texts count for nobody. */
  readonly #known = new Set<string>();
  #charactersLeft: number = mostCharacters;
  #isCut = false;

  /** @returns the messages that no earlier call has sent, as far as they are kept; null if there are none */
  add(messages: readonly Message[]): NewMessages | null {
    if (this.#isCut) return null;
    const added: SentMessage[] = [];
    for (const message of messages) {
      const content = textOf(message);
      const digest = hash('sha256', `${message.role}\n${content}`, 'base64url');
      if (this.#known.has(digest)) continue;
      if (this.#known.size === mostMessages || this.#charactersLeft === 0) {
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
}

/** @param most characters; of a longer text, the beginning and the end are kept */
function keptOf(role: Message['role'], content: string, most: number): SentMessage {
  const bytes = Buffer.byteLength(content);
  if (content.length <= most) return { role, content, ending: null, bytes };
  const begun = Math.floor((most * beginning) / (beginning + ending));
  return {
    role,
    content: content.slice(0, begun).toWellFormed(),
    ending: content.slice(begun - most).toWellFormed(),
    bytes,
  };
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(partText).join('\n\n');

type Part = Exclude<Message, TextMessage>['content'][number];

/** No step sends other parts than text yet. */
const partText = (part: Part): string => (part.type === 'text' ? part.text : `[${part.type}]`);
