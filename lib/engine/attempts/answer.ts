import type { ModelConfig } from '@/lib/config/models';
import type { WorkflowErrorCode } from '@/lib/config/workflow-errors';
import { type CallResult, callModel } from '@/lib/engine/attempts/call-model';
import { type FailureKind, failureRules } from '@/lib/engine/attempts/failures';
import type { StepBooks } from '@/lib/engine/attempts/step-books';
import type { Engine } from '@/lib/engine/engine';
import { nameAtProvider, providerOf } from '@/lib/engine/models/catalogue';
import type { JsonSchema, Message } from '@/lib/engine/models/provider';
import { TooMuchWork } from '@/lib/engine/replies/too-much-work';
import { type CallSize, holds, maxTokensFor } from '@/lib/engine/routing/rank-models';
import { Interruption, Parked, StepFailure } from '@/lib/engine/run/run-error';
import { askAgain } from '@/lib/engine/run/write-prompt';
import { ReplyProblem } from '@/lib/engine/tasks/define-task';
import type { Step } from '@/lib/engine/workflow';

/** A question to a model, and how its answer is read. */
export interface Question<Output> {
  step: Step;
  accountId: string;
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
export interface ModelFailure {
  model: string;
  code: WorkflowErrorCode;
  message: string;
  /** Whether it was called. */
  called: boolean;
  /** It only limits its rate, until then (milliseconds since the epoch). */
  until?: number;
}

/** The longest wait (ms) for one model while it limits its rate, or says when to come back. */
const LONGEST_WAIT_MS = 10_000;
/** A provider that asks for more is asked again after this time (ms). */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60_000;
const FIRST_BACKOFF_MS = 500;

/**
 * Asks models in order until one gives an answer of the right shape. This is the one place that calls again: what is
 * called again, how often, and when the next model comes is in `failureRules` (ENGINE.md, "A step").
 * @param failures gets the models that failed before the one that answered
 * @throws StepFailure if none answers, Parked if it must wait longer than a worker should, Interruption
 */
export async function answer<Output>(
  question: Question<Output>,
  candidates: readonly ModelConfig[],
  failures: ModelFailure[],
  run: { engine: Engine; books: StepBooks; signal: AbortSignal },
): Promise<Answer<Output>> {
  const { engine, books } = run;
  const { step } = question;
  /** The models that failed for this question. */
  const failed: ModelFailure[] = [];
  const note = (failure: ModelFailure) => {
    failed.push(failure);
    failures.push(failure);
  };
  /** Contexts up to this size were too small for a provider. */
  let outgrown = 0;
  /** Why a model isn't called at all. */
  const obstacleTo = (model: ModelConfig): Pick<ModelFailure, 'code' | 'message'> | null => {
    if (!holds(model, question.size) || model.context <= outgrown)
      return { code: 'CONTEXT_EXCEEDED', message: `Its context of ${model.context} tokens is too small.` };
    return engine.breakers.isOpen(model.id)
      ? { code: 'CIRCUIT_OPEN', message: 'It failed too often in the last moments, and is held back.' }
      : null;
  };
  const isLeft = (model: ModelConfig) =>
    givenUpBefore(model, step, books, candidates) === null && obstacleTo(model) === null;
  let goesOn = true;
  for (const [index, model] of candidates.entries()) {
    const before = givenUpBefore(model, step, books, candidates);
    if (before) {
      note(before);
      continue;
    }
    const passedOver = obstacleTo(model);
    if (passedOver) {
      books.passOver(model.id, passedOver);
      note({ model: model.id, called: false, ...passedOver });
      continue;
    }
    const isLast = () => !candidates.slice(index + 1).some(isLeft);
    const found = await askModel(question, model, isLast, run);
    if ('output' in found) return found;
    note(found);
    goesOn = leadsToNext(found.kind, step);
    if (!goesOn) break;
    if (found.kind === 'context') outgrown = Math.max(outgrown, model.context);
  }
  const until = Math.min(...failed.map((failure) => failure.until ?? Number.POSITIVE_INFINITY));
  if (goesOn && Number.isFinite(until)) throw new Parked(until);
  throw allFailed(failed);
}

/** How a model failed in an earlier run of the step, which went on to the next one: it isn't called again. */
function givenUpBefore(
  { id }: ModelConfig,
  { retries }: Step,
  books: StepBooks,
  candidates: readonly ModelConfig[],
): ModelFailure | null {
  const { failedInRow, code, message } = books.earlierCalls(id);
  const [rule] = Object.values(failureRules).filter((each) => each.code === code);
  // A reply of the wrong shape is asked for once more.
  if (!rule || rule === failureRules.invalid) return null;
  const isOver = rule.again === 'never' || (rule.again === 'last' && candidates.length > 1);
  if (!isOver && failedInRow <= retries) return null;
  return { model: id, code: rule.code, message: message ?? '', called: true };
}

/** Calls one model as often as the rules allow. */
async function askModel<Output>(
  question: Question<Output>,
  model: ModelConfig,
  isLast: () => boolean,
  { engine, books, signal }: { engine: Engine; books: StepBooks; signal: AbortSignal },
): Promise<Answer<Output> | (ModelFailure & { kind: FailureKind })> {
  const { step, size } = question;
  const provider = engine.providers.find(({ name }) => name === providerOf(model.id));
  if (!provider) throw new Error(`The provider of ${model.id} isn't set up.`);
  const maxTokens = maxTokensFor(model, size);
  let { messages } = question;
  let isSecondTry = false;
  let waited = 0;
  let failed = books.earlierCalls(model.id).failedInRow;
  for (;;) {
    // Before anything is waited for, so that of many steps one probes a model that was held back.
    const isProbe = engine.breakers.begin(model.id);
    const finish = await books.begin(model, size).catch((error) => {
      engine.breakers.leave(model.id, isProbe);
      throw error;
    });
    const request = {
      ...question,
      model: nameAtProvider(model.id),
      messages,
      maxTokens,
      earlierCalls: books.callsOf(model.id) - 1,
      signal,
    };
    const result = await callModel(provider, request, clocksFor(step, model), engine.clock);
    noteHealth(engine, model.id, result, isProbe);
    if (result.outcome === 'CANCELED') {
      finish(result, { outcome: 'CANCELED', code: 'JOB_CANCELED', message: null });
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
          finish(result, { outcome: 'ANSWERED', code: null, message: null });
          return { output, model, truncated: result.truncated };
        } catch (error) {
          if (signal.aborted) {
            finish(result, { outcome: 'CANCELED', code: 'JOB_CANCELED', message: null });
            throw error;
          }
          if (!(error instanceof ReplyProblem || error instanceof TooMuchWork)) throw error;
          [kind, message] = [error instanceof ReplyProblem ? 'invalid' : 'too_much_work', error.message];
          if (kind === 'invalid' && !isSecondTry) {
            finish(result, { outcome: 'FAILED', code: failureRules[kind].code, message });
            isSecondTry = true;
            messages = askAgain(question.messages, result.text, message);
            continue;
          }
        }
      }
    } else [kind, message] = [result.kind, result.message];
    finish(result, { outcome: 'FAILED', code: failureRules[kind].code, message });
    const { again, code } = failureRules[kind];
    const mayRetry = failed < step.retries && (again === 'always' || (again === 'last' && isLast()));
    if (!mayRetry) return { model: model.id, kind, code, message, called: true };
    const wait = waitFor(result, failed, engine.random());
    waited += wait;
    failed += 1;
    const isNamed = result.outcome === 'FAILED' && result.retryAfterMs !== null;
    if ((kind === 'rate_limited' || isNamed) && waited > LONGEST_WAIT_MS)
      return { model: model.id, kind, code, message, called: true, until: engine.clock.now() + wait };
    await engine.clock.sleep(wait, signal);
    // Its failures, and those of other steps meanwhile, may have become too many.
    if (engine.breakers.isOpen(model.id)) return { model: model.id, kind, code, message, called: true };
  }
}

/** What `Retry-After` says, else a delay that doubles each time and varies, so that many don't come back at once. */
function waitFor(result: CallResult, failed: number, random: number): number {
  if (result.outcome === 'FAILED' && result.retryAfterMs !== null)
    return Math.min(Math.max(result.retryAfterMs, 1), LONGEST_RETRY_AFTER_MS);
  return Math.round(FIRST_BACKOFF_MS * 2 ** failed * (0.5 + random / 2));
}

function noteHealth(
  { breakers, measurements }: Engine,
  model: string,
  result: CallResult,
  isProbe: boolean,
): void {
  const { milliseconds } = result;
  if (result.outcome === 'ANSWERED') {
    breakers.succeed(model);
    measurements.add(model, { failed: false, milliseconds });
  } else if (result.outcome === 'FAILED' && failureRules[result.kind].breaks) {
    breakers.fail(model);
    measurements.add(model, { failed: true, milliseconds });
  } else breakers.leave(model, isProbe);
}

/** Models that think before they speak are given more time (ENGINE.md, "A step"). */
const clocksFor = ({ clocks }: Step, { reasoning }: ModelConfig) => ({
  connect: clocks.connect,
  firstToken: clocks.firstToken ?? (reasoning ? 120_000 : 10_000),
  idle: clocks.idle,
  whole: clocks.whole ?? (reasoning ? 300_000 : 60_000),
});

function leadsToNext(kind: FailureKind, { fallbacks, onRefusal }: Step): boolean {
  const { next } = failureRules[kind];
  if (next === 'named') return fallbacks !== null && fallbacks.length > 0;
  if (next === 'on_refusal') return onRefusal === 'FALLBACK';
  return next === 'always';
}

function allFailed(failures: readonly ModelFailure[]): StepFailure {
  const [only] = failures;
  if (only && failures.length === 1) return new StepFailure(only.code, `${only.model}: ${only.message}`);
  const listed = failures.map(({ model, code }) => `${model} (${code})`).join(', ');
  return new StepFailure('FALLBACKS_EXHAUSTED', `${failures.length} models were tried: ${listed}.`);
}
