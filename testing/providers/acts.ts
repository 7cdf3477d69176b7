import type { Problem } from './formats/problems';
import type { Ending, Reported } from './formats/wire-format';

/** An interruption in the middle of a response. `clean` ends it without its end mark; `malformed` continues. */
export type Break = 'cut' | 'clean' | 'stall' | 'malformed' | { problem: Problem };

/** A reply, and how it is sent. */
export interface Reply {
  type: 'reply';
  /** The model's thoughts before its reply, in pieces. */
  thoughts: readonly string[];
  pieces: Iterable<string>;
  /** Whether the pieces are the arguments of the tool that the request forces, if it does. */
  callsTool: boolean;
  /** Whether the pieces are a refusal. */
  refuses: boolean;
  ending: Ending;
  reported: Reported;
  /** Milliseconds of silence once the headers are sent, and between pieces. */
  firstAfterMs: number;
  everyMs: number;
  /** Whether the reply is sent in one write. */
  atOnce: boolean;
  /** The most bytes of one write, so that events and characters are torn; null for one event a write. */
  tornAt: number | null;
  breaks: {
    /** So many pieces come before, or not even the first event. */ after: number | 'nothing';
    how: Break;
  } | null;
}

/** The server's reaction to one request. */
export type Act =
  | Reply
  | { type: 'problem'; problem: Problem; headers: Record<string, string> }
  | { type: 'reset' }
  | { type: 'no_answer' }
  | { type: 'slow_headers'; reply: Reply }
  | { type: 'html' }
  | { type: 'empty' }
  | { type: 'redirect' }
  | { type: 'huge_error' };
