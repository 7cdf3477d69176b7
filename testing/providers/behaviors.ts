import type { Act, Break, Reply } from './acts';
import type { Problem } from './formats/problems';
import type { Asked, FormatName } from './formats/wire-format';
import { inPieces, replyText } from './reply-text';
import type { LoopbackSettings } from './settings';
import { loopbackUsage } from './usages';

/** One call, as a behavior sees it. */
export interface Situation {
  asked: Asked;
  format: FormatName;
  /** Calls of this model in this format before. */
  earlier: number;
  settings: LoopbackSettings;
}

type Behavior = (situation: Situation) => Act;

const says =
  (more: Partial<Reply> = {}): Behavior =>
  (situation) =>
    replyWith(situation, more);

function replyWith({ asked, settings }: Situation, more: Partial<Reply> = {}): Reply {
  return {
    type: 'reply',
    thoughts: [],
    pieces: inPieces(replyText(asked, settings.prose)),
    callsTool: true,
    refuses: false,
    ending: 'stop',
    reported: { tokens: loopbackUsage.ordinary, asText: false },
    firstAfterMs: 0,
    everyMs: 0,
    atOnce: false,
    tornAt: null,
    breaks: null,
    ...more,
  };
}

const reports = (tokens: Reply['reported'] & object): Behavior => says({ reported: tokens });

/** Says half of a fitting reply, then breaks. */
const breaks =
  (how: Break): Behavior =>
  (situation) => {
    const pieces = inPieces(replyText(situation.asked, situation.settings.prose));
    return replyWith(situation, { pieces, breaks: { after: Math.ceil(pieces.length / 2), how } });
  };

/** Says half of a fitting reply, and ends so. */
const stopsHalfway =
  (ending: Reply['ending']): Behavior =>
  (situation) => {
    const pieces = inPieces(replyText(situation.asked, situation.settings.prose));
    return replyWith(situation, { pieces: pieces.slice(0, Math.ceil(pieces.length / 2)), ending });
  };

const fails =
  (problem: Problem, headers: () => Record<string, string> = () => ({})): Behavior =>
  () => ({ type: 'problem', problem, headers: headers() });

const acts =
  (act: Act): Behavior =>
  () =>
    act;

const once =
  (behavior: Behavior): Behavior =>
  (situation) =>
    situation.earlier === 0 ? behavior(situation) : replyWith(situation);

const saysProse = (situation: Situation, pieces: Iterable<string>, more: Partial<Reply> = {}): Reply =>
  replyWith(situation, { pieces, callsTool: false, ...more });

const prose: Behavior = (situation) => saysProse(situation, inPieces(situation.settings.prose));

/** OpenAI streams the error of a prompt that is too long: the response has begun before it is found out. */
const tooLong: Behavior = (situation) =>
  situation.format === 'openai' && situation.asked.streamed
    ? replyWith(situation, { breaks: { after: 0, how: { problem: 'context' } } })
    : { type: 'problem', problem: 'context', headers: {} };

/** OpenAI refuses the request; Anthropic and Gemini return only the reason. */
const policy: Behavior = (situation) =>
  situation.format === 'openai' || situation.format === 'compatible'
    ? { type: 'problem', problem: 'policy', headers: {} }
    : saysProse(situation, [], { ending: 'policy' });

function* filler(bytes: number): Generator<string> {
  const piece = 'word '.repeat(13_000);
  for (let left = bytes; left > 0; left -= piece.length)
    yield left < piece.length ? piece.slice(0, left) : piece;
}

const httpDateIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

/** Gemini says it in the error's details instead. */
const waitHeaders: Record<FormatName, Record<string, string>> = {
  openai: { 'retry-after-ms': '1000' },
  compatible: { 'retry-after-ms': '1000' },
  anthropic: { 'retry-after': '1' },
  gemini: {},
};

/** Each model's behavior, by its name. */
const behaviors: Record<string, Behavior> = {
  '401': fails('unauthorized'),
  '403': fails('forbidden'),
  '404': fails('unknown_model'),
  '429': fails('rate_limited'),
  '429-after-1': fails('rate_limited', () => ({ 'retry-after': '1' })),
  '429-date': fails('rate_limited', () => ({ 'retry-after': httpDateIn(2) })),
  '429-long': fails('rate_limited', () => ({ 'retry-after': '3600' })),
  '500': fails('server'),
  '503': fails('unavailable'),
  '408': fails('timeout'),
  '529': fails('overloaded'),
  reset: acts({ type: 'reset' }),
  cut: breaks('cut'),
  'cut-clean': breaks('clean'),
  malformed: breaks('malformed'),
  html: acts({ type: 'html' }),
  empty: acts({ type: 'empty' }),
  'error-mid-stream': breaks({ problem: 'overloaded' }),
  '429-mid-stream': breaks({ problem: 'rate_limited' }),
  context: tooLong,
  policy,
  refusal: (situation) =>
    saysProse(situation, inPieces("I'm sorry, but I can't help with that."), {
      refuses: true,
      ending: 'refusal',
    }),
  filtered: stopsHalfway('filtered'),
  recitation: stopsHalfway('recitation'),
  parameter: fails('parameter'),
  'wrong-shape': prose,
  length: stopsHalfway('length'),
  fine: says(),
  // A wrong key, and a wait of a second, as each provider really says them.
  'bad-key': fails('bad_key'),
  '429-in-detail': ({ format }) => ({
    type: 'problem',
    problem: 'retry_in_detail',
    headers: waitHeaders[format],
  }),
  '429-quota': fails('quota'),
  '429-then-fine': once(fails('rate_limited')),
  '500-once': once(fails('server')),
  'malformed-once': once(breaks('malformed')),
  'wrong-shape-once': once(prose),
  'no-answer': acts({ type: 'no_answer' }),
  'slow-headers': (situation) => ({ type: 'slow_headers', reply: replyWith(situation) }),
  'slow-first-token': (situation) => replyWith(situation, { firstAfterMs: situation.settings.firstTokenMs }),
  stall: breaks('stall'),
  // Found out before the first event; of a response of OpenAI the first event always comes.
  'error-first': (situation) =>
    replyWith(situation, {
      breaks: {
        after: situation.format === 'openai' ? 0 : 'nothing',
        how: { problem: 'overloaded' },
      },
    }),
  torn: says({ tornAt: 31 }),
  'no-usage': says({ reported: null }),
  'absurd-usage': reports({ tokens: loopbackUsage.absurd, asText: false }),
  'text-usage': reports({ tokens: loopbackUsage.ordinary, asText: true }),
  cached: reports({ tokens: loopbackUsage.cached, asText: false }),
  thinking: (situation) =>
    replyWith(situation, {
      thoughts: Array.from({ length: situation.settings.thoughts }, (_, index) => `Thought ${index + 1}. `),
      everyMs: situation.settings.thoughtMs,
      reported: { tokens: loopbackUsage.thinking, asText: false },
    }),
  huge: (situation) => saysProse(situation, filler(situation.settings.hugeBytes)),
  'huge-error': acts({ type: 'huge_error' }),
  redirect: acts({ type: 'redirect' }),
  echo: (situation) => saysProse(situation, inPieces(situation.asked.lastUserText)),
  kilobyte: (situation) => saysProse(situation, ['word '.repeat(205).slice(0, 1024)], { atOnce: true }),
};

/** The names of all models, except `tokens-<n>`, which is any number of tokens per second. */
export const modelNames: readonly string[] = Object.keys(behaviors);

/** The behavior of a request's model. Any other name is an unknown model. */
export function actOf(situation: Situation): Act {
  const { model } = situation.asked;
  const [, rate] = /^tokens-(\d+)$/.exec(model) ?? [];
  if (rate !== undefined) {
    const pieces = Array.from({ length: situation.settings.tokens }, () => 'word ');
    return saysProse(situation, pieces, { everyMs: 1000 / Number(rate) });
  }
  const behavior = Object.hasOwn(behaviors, model) ? behaviors[model] : undefined;
  return (behavior ?? fails('unknown_model'))(situation);
}
