import type { ModelConfig } from '@/lib/config/models/model-config';
import type { WorkflowErrorCode } from '@/lib/config/workflow-errors';
import { type CallResult, callModel } from '@/lib/engine/calls/call-model';
import type { CallClocks } from '@/lib/engine/calls/call-watch';
import { type FailureKind, failureRules } from '@/lib/engine/calls/failures';
import type { JsonSchema, Message } from '@/lib/engine/calls/provider';
import type { NotedFailure, StepBooks } from '@/lib/engine/calls/step-books';
import type { Engine } from '@/lib/engine/engine';
import { nameAtProvider, providerOf } from '@/lib/engine/models/catalog';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { ReplyProblem } from '@/lib/engine/replies/reply-problem';
import { TooMuchWork } from '@/lib/engine/replies/too-much-work';
import { openCircuitMessage } from '@/lib/engine/routing/breakers';
import { type CallSize, fitsContext, maxTokensFor } from '@/lib/engine/routing/rank-models';
import { Interruption, Parked, StepFailure } from '@/lib/engine/run/run-error';
import { askAgain } from '@/lib/engine/run/write-prompt';
import type { Step } from '@/lib/engine/workflow';

/** A question to a model, and how its answer is read. */
export interface Question<Output> {
  step: Step;
  accountId: string;
  traceparent: string | null;
  messages: readonly Message[];
  schema: JsonSchema | null;
  size: CallSize;
  temperature: number;
  work: { task: string; options: unknown; instructions: string; tone: string; text: string };
  /** Whether a cut answer can still be used. */
  mayBeCut: boolean;
  /** Rejects with ReplyProblem if the answer doesn't have the task's shape, with TooMuchWork, or once the run ends. */
  read(text: string, truncated: boolean): Promise<Output>;
}

export interface Answer<Output> {
  output: Output;
  model: ModelConfig;
  truncated: boolean;
}

/** A model that failed or was passed over. */
interface ModelFailure {
  model: string;
  code: WorkflowErrorCode;
  message: string;
}

type Obstacle = Pick<ModelFailure, 'code' | 'message'>;

/** The longest that a worker waits (ms) in all for one model; then the next is called, or the step is parked. */
const LONGEST_WAIT_MS = 10_000;
/** A provider that asks for more is asked again after this time (ms). */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60_000;
const FIRST_BACKOFF_MS = 500;
/** Characters of a model's failure among those of others. */
const LONGEST_CAUSE = 200;

/**
 * Asks models in order until one gives an answer of the right shape. This is the one place that calls again: what is
 * called again, how often, and when the next model comes is in `failureRules` (docs/engine.md, "What a failure
 * means"). What earlier runs of the step have found out about the models holds: it goes on where they ended.
 * @throws StepFailure if none answers, Parked if it must wait longer than a worker should, Interruption
 */
export async function answer<Output>(
  question: Question<Output>,
  candidates: readonly ModelConfig[],
  run: { engine: Engine; books: StepBooks; signal: AbortSignal },
): Promise<Answer<Output>> {
  const { engine, books } = run;
  const failures: ModelFailure[] = [];
  const note = (model: ModelConfig, failure: NotedFailure) =>
    failures.push({ model: model.id, code: failureRules[failure.kind].code, message: failure.message });
  /** Models that are to be called again after a wait that is too long for a worker. */
  const waiting: { model: ModelConfig; until: number }[] = [];
  /** Contexts up to this size were too small for a provider. */
  let outgrown = 0;
  /** Why a model isn't called at all. */
  const obstacleTo = (model: ModelConfig): Obstacle | null => {
    const gone = goneSincePlanning(model, engine);
    if (gone) return gone;
    if (!fitsContext(model, question.size) || model.context <= outgrown)
      return { code: 'CONTEXT_EXCEEDED', message: `Its context of ${model.context} tokens is too small.` };
    const message = openCircuitMessage(model, engine);
    return message === null ? null : { code: 'CIRCUIT_OPEN', message };
  };
  /** Whether a model can be called now, or soon. */
  const isLeft = (model: ModelConfig) => {
    const last = books.failuresOf(model.id).at(-1);
    const from = last ? (last.retryAt ?? Number.POSITIVE_INFINITY) : 0;
    return from - engine.clock.now() <= LONGEST_WAIT_MS && obstacleTo(model) === null;
  };
  for (const [index, model] of candidates.entries()) {
    const before = books.failuresOf(model.id).at(-1);
    const isOver = before && before.retryAt === null;
    const obstacle = isOver ? null : obstacleTo(model);
    if (obstacle) {
      books.passOver(model.id, obstacle);
      if (before && !goneSincePlanning(model, engine)) note(model, before);
      else failures.push({ model: model.id, ...obstacle });
      continue;
    }
    const isLast = () => !candidates.slice(index + 1).some(isLeft);
    const found = isOver ? before : await askModel(question, model, isLast, run);
    if ('output' in found) return found;
    note(model, found);
    if (!leadsToNext(found.kind, question.step)) throw allFailed(failures);
    if (found.kind === 'context') outgrown = Math.max(outgrown, model.context);
    if (found.retryAt !== null) waiting.push({ model, until: found.retryAt });
  }
  const moments = waiting.filter(({ model }) => model.context > outgrown).map(({ until }) => until);
  if (moments.length > 0) throw new Parked(Math.min(...moments));
  throw allFailed(failures);
}

/**
 * Calls one model as often as the rules allow.
 * @returns its answer, or its last failure; with `retryAt` if the wait for the next call is too long
 */
async function askModel<Output>(
  question: Question<Output>,
  model: ModelConfig,
  isLast: () => boolean,
  { engine, books, signal }: { engine: Engine; books: StepBooks; signal: AbortSignal },
): Promise<Answer<Output> | NotedFailure> {
  const { step, size } = question;
  const provider = engine.providers.find(({ name }) => name === providerOf(model.id));
  if (!provider) throw new Error(`The provider of ${model.id} isn't set up.`);
  const maxTokens = maxTokensFor(model, size);
  let { messages } = question;
  let { promptTokens } = size;
  let schema = model.structured ? question.schema : null;
  // Models that reason refuse a temperature, or answer worse with one, so a task's own is for the others.
  let temperature = model.reasoning ? step.temperature : question.temperature;
  let waited = 0;
  for (;;) {
    const failures = books.failuresOf(model.id);
    const last = failures.at(-1);
    const wait = (last?.retryAt ?? 0) - engine.clock.now();
    if (last && wait > 0) {
      waited += wait;
      if (waited > LONGEST_WAIT_MS) return last;
      // So that followers see the failure now, and when the model is called again.
      await books.options.record();
      await engine.clock.sleep(wait, signal);
    }
    // Its failures, and those of other steps meanwhile, may have become too many.
    if (last && engine.breakers.isOpen(model.id)) return { ...last, retryAt: null };
    // Before the row is stored, so that of many steps one probes a model that was held back.
    const probe = engine.breakers.begin(model.id);
    const finish = await books.begin(model, size).catch((error) => {
      engine.breakers.leave(model.id, probe);
      throw error;
    });
    const request = {
      ...question,
      model: nameAtProvider(model.id),
      messages,
      promptTokens,
      schema,
      temperature,
      maxTokens,
      earlierCalls: books.callsOf(model.id),
      signal,
    };
    const clocks = clocksFor(step, model);
    const result = await callModel(provider, request, clocks, engine.clock);
    engine.observeCall(provider.name, result);
    noteHealth(engine, model, result, { probe, isHurried: leavesLessTime(clocks, model) });
    const cancel = () =>
      finish(result, { outcome: 'CANCELED', code: 'JOB_CANCELED', message: null, retryAt: null });
    if (result.outcome === 'CANCELED') {
      cancel();
      throw signal.reason instanceof Interruption ? signal.reason : new Interruption('returned');
    }
    let kind: FailureKind;
    let message: string;
    if (result.outcome === 'ANSWERED') {
      if (result.truncated && !question.mayBeCut) {
        [kind, message] = ['truncated', `The answer was cut at ${maxTokens} tokens.`];
      } else {
        try {
          const output = await question.read(result.text, result.truncated);
          finish(result, { outcome: 'ANSWERED', code: null, message: null, retryAt: null });
          return { output, model, truncated: result.truncated };
        } catch (error) {
          if (signal.aborted) {
            cancel();
            throw error;
          }
          if (!(error instanceof ReplyProblem || error instanceof TooMuchWork)) throw error;
          [kind, message] = [error instanceof ReplyProblem ? 'invalid' : 'too_much_work', error.message];
        }
      }
    } else [kind, message] = [result.kind, result.message];
    const { again, code } = failureRules[kind];
    const fail = (retryAt: number | null) => finish(result, { outcome: 'FAILED', code, message, retryAt });
    if (kind === 'invalid' && result.outcome === 'ANSWERED' && !failures.some(isInvalid)) {
      messages = askAgain(question.messages, result.text, message);
      promptTokens = size.promptTokens + tokensOf(messages.slice(question.messages.length));
      fail(engine.clock.now());
      continue;
    }
    const refuses = result.outcome === 'FAILED' ? result.refuses : null;
    // The prompt describes the shape, too, and a temperature is the task's unless the step names one.
    if (
      (refuses === 'schema' && schema) ||
      (refuses === 'temperature' && step.temperature === null && temperature !== null)
    ) {
      if (refuses === 'schema') schema = null;
      else temperature = null;
      fail(engine.clock.now());
      continue;
    }
    const retries = failures.filter((failure) => !isInvalid(failure)).length;
    if (retries < step.retries && (again === 'always' || (again === 'last' && isLast())))
      fail(engine.clock.now() + waitFor(result, retries, engine.random()));
    else {
      fail(null);
      return { kind, message, retryAt: null };
    }
  }
}

/** The job was planned by a server with another configuration: a key or a model has been removed since. */
function goneSincePlanning({ id }: ModelConfig, { providerNames, catalog }: Engine): Obstacle | null {
  const provider = providerOf(id);
  if (!providerNames.has(provider))
    return {
      code: 'PROVIDER_NOT_CONFIGURED',
      message: `The provider ${provider} isn't set up on this server anymore.`,
    };
  return catalog.knows(id)
    ? null
    : { code: 'MODEL_UNKNOWN', message: 'This server has no model of that name anymore.' };
}

const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { text }) => sum + estimateTokens(text), 0);

/** A reply of the wrong shape is asked for once more, whatever retries there are. */
const isInvalid = ({ kind }: NotedFailure): boolean => kind === 'invalid';

/** What `Retry-After` says, else a delay that doubles each time and varies, so that many don't come back at once. */
function waitFor(result: CallResult, failed: number, random: number): number {
  if (result.outcome === 'FAILED' && result.retryAfterMs !== null)
    return Math.min(Math.max(result.retryAfterMs, 1), LONGEST_RETRY_AFTER_MS);
  return Math.round(FIRST_BACKOFF_MS * 2 ** failed * (0.5 + random / 2));
}

function noteHealth(
  { breakers, measurements }: Engine,
  { id, routed }: ModelConfig,
  result: CallResult,
  { probe, isHurried }: { probe: ReturnType<Engine['breakers']['begin']>; isHurried: boolean },
): void {
  const hasFailed = result.outcome === 'FAILED' && failureRules[result.kind].breaks;
  if (result.outcome === 'ANSWERED') breakers.succeed(id);
  else if (hasFailed) breakers.fail(id, probe);
  else breakers.leave(id, probe);
  // A step's own hurry is no fault of the model: breakers are its account's, but a ranking is everybody's.
  if (hasFailed && isHurried && result.kind === 'silent') return;
  // Only a ranking reads them.
  if (routed && (hasFailed || result.outcome === 'ANSWERED'))
    measurements.add(id, { failed: hasFailed, milliseconds: result.milliseconds });
}

/** Models that think before they speak are given more time (docs/engine.md, "Deadlines and clocks"). */
const usualClocks = ({ reasoning }: ModelConfig): CallClocks => ({
  connect: 5_000,
  firstToken: reasoning ? 120_000 : 10_000,
  idle: 10_000,
  whole: reasoning ? 300_000 : 60_000,
});

const clocksFor = ({ clocks }: Step, model: ModelConfig): CallClocks => {
  const usual = usualClocks(model);
  return {
    ...clocks,
    firstToken: clocks.firstToken ?? usual.firstToken,
    whole: clocks.whole ?? usual.whole,
  };
};

/** Whether a step leaves a model less time than it usually has. */
function leavesLessTime(clocks: CallClocks, model: ModelConfig): boolean {
  const usual = usualClocks(model);
  return (Object.keys(usual) as (keyof CallClocks)[]).some((name) => clocks[name] < usual[name]);
}

function leadsToNext(kind: FailureKind, { fallbacks, onRefusal }: Step): boolean {
  const { next } = failureRules[kind];
  if (next === 'named') return fallbacks !== null && fallbacks.length > 0;
  if (next === 'on_refusal') return onRefusal === 'FALLBACK';
  return next === 'always';
}

function allFailed(failures: readonly ModelFailure[]): StepFailure {
  const [only] = failures;
  if (only && failures.length === 1) return new StepFailure(only.code, `${only.model}: ${only.message}`);
  const causes = failures.map(({ model, code, message }) => `${model} (${code}): ${shortSentence(message)}`);
  return new StepFailure(
    'FALLBACKS_EXHAUSTED',
    `None of ${failures.length} models worked. ${causes.join(' ')}`,
  );
}

/** The whole of it is in the attempt. */
function shortSentence(text: string): string {
  if (text.length > LONGEST_CAUSE) return `${text.slice(0, LONGEST_CAUSE).toWellFormed()}…`;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
