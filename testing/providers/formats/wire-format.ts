import type { TokenUsage } from '@/lib/engine/models/cost';
import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import type { Problem } from './problems';

/** `openai` is the Responses API, `compatible` Chat Completions, `anthropic` Messages, `gemini` generateContent. */
export type FormatName = 'openai' | 'compatible' | 'anthropic' | 'gemini';

/** A request's content, whatever its format. */
export interface Asked {
  model: string;
  /** Whether the reply is requested as events. */
  streamed: boolean;
  /** The system prompt. */
  system: string;
  /** The text of the last message of the user. */
  lastUserText: string;
  /** The schema in the format's own field; null if it has none. */
  schema: JsonSchema | null;
  /** The tool that the model must call, so that its arguments are the reply; null for text. */
  forcedTool: string | null;
  /** Whether usage is wanted; Chat Completions streams it only if asked. */
  wantsUsage: boolean;
}

/** Tokens as the provider reports them; null if it reports none. */
export type Reported = {
  tokens: TokenUsage;
  /** Whether its numbers are written as strings. */
  asText: boolean;
} | null;

/** The end of a reply; each format has its own words for it. */
export type Ending = 'stop' | 'length' | 'filtered' | 'recitation' | 'refusal' | 'policy';

/** A reply that isn't streamed. */
export interface CompleteReply {
  thoughts: string;
  text: string;
  /** Whether the text is the model's refusal. */
  refuses: boolean;
  ending: Ending;
  reported: Reported;
}

/** Writes the events of one streamed answer, as text for the wire, in the order of the calls. */
export interface EventWriter {
  start(): string;
  thought(piece: string): string;
  text(piece: string): string;
  refusal(piece: string): string;
  end(ending: Ending): string;
  /** An error in the middle of the stream; nothing may follow. */
  problem(problem: Problem): string;
}

/** One provider's way to be asked and to answer. */
export interface WireFormat {
  name: FormatName;
  /** @param path of the request, with its query */
  read(body: unknown, path: string): Asked;
  problem(problem: Problem, asked: Asked): { status: number; body: object };
  events(asked: Asked, id: string, reported: Reported): EventWriter;
  whole(asked: Asked, id: string, reply: CompleteReply): object;
}
