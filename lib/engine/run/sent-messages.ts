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
  readonly #known = new Set<string>();
  #charactersLeft: number = mostCharacters;
  #isCut = false;

  /** @returns the messages that no earlier call has sent, as far as they are kept; null if there are none */
  add(messages: readonly Message[]): NewMessages | null {
    if (this.#isCut) return null;
    const added: SentMessage[] = [];
    for (const message of messages) {
      const sent = keptOf(message);
      const text = JSON.stringify(sent);
      if (this.#known.has(text)) continue;
      const characters = sent.content.length + (sent.ending?.length ?? 0);
      if (this.#known.size === mostMessages || characters > this.#charactersLeft) {
        this.#isCut = true;
        break;
      }
      this.#known.add(text);
      this.#charactersLeft -= characters;
      added.push(sent);
    }
    return added.length > 0 || this.#isCut ? { messages: added, isCut: this.#isCut } : null;
  }
}

function keptOf({ role, content: parts }: Message): SentMessage {
  const content = typeof parts === 'string' ? parts : parts.map(textOf).join('\n\n');
  const bytes = Buffer.byteLength(content);
  if (content.length <= beginning + ending) return { role, content, ending: null, bytes };
  return {
    role,
    content: content.slice(0, beginning).toWellFormed(),
    ending: content.slice(-ending).toWellFormed(),
    bytes,
  };
}

type Part = Exclude<Message, TextMessage>['content'][number];

/** No step sends other parts than text yet. */
const textOf = (part: Part): string => (part.type === 'text' ? part.text : `[${part.type}]`);
