/** How the loopback provider behaves where a model's name alone doesn't say it. */
export interface LoopbackSettings {
  /** The prose in replies of `fine`. */
  prose: string;
  /** Milliseconds from the headers of `slow-first-token` to its first token. */
  firstTokenMs: number;
  /** Milliseconds between the bytes of the headers of `slow-headers`. */
  headerByteMs: number;
  /** Milliseconds between thoughts of `thinking`, and how many there are. */
  thoughtMs: number;
  thoughts: number;
  /** Tokens that `tokens-<n>` says, n of them a second. */
  tokens: number;
  /** Bytes of `huge` and `huge-error`. */
  hugeBytes: number;
}

export const usualSettings: LoopbackSettings = {
  prose: 'The loopback provider has read your text. Nothing in it is surprising.',
  firstTokenMs: 15_000,
  headerByteMs: 200,
  thoughtMs: 20,
  thoughts: 5,
  tokens: 100,
  hugeBytes: 50 * 1024 * 1024,
};
