import { workflowLimits } from '@/lib/config/limits';
import type { ModelConfig } from '@/lib/config/models/model-config';
import type { JobErrorCode } from '@/lib/config/workflow-errors';
import type { AttemptLog, LoggedFailure } from '@/lib/engine/calls/attempt-log';
import type { CallPolicy, CallPorts, CallRequest, ReplySink } from '@/lib/engine/calls/call-request';
import { callWithRetries, type Reply } from '@/lib/engine/calls/call-with-retries';
import { type FailureKind, failureRules } from '@/lib/engine/calls/failures';
import { providerOf } from '@/lib/engine/models/catalog';
import { openCircuitMessage } from '@/lib/engine/routing/breakers';
import { tooSmall } from '@/lib/engine/routing/rank-models';

/** The outcome of a request. */
type FallbackResult<Output> =
  | ({ outcome: 'replied' } & Reply<Output>)
  | { outcome: 'failed'; code: JobErrorCode; message: string }
  /** Every model has failed, but some may be called again at `until`, in milliseconds since the epoch. */
  | { outcome: 'waiting'; until: number };

/** A model that failed or was skipped. */
interface ModelFailure {
  model: string;
  code: JobErrorCode;
  message: string;
}

type SkipReason = Pick<ModelFailure, 'code' | 'message'>;

/** Characters of a model's failure in a list of several. */
const LONGEST_CAUSE = 200;

/**
 * Calls models in order until a reply can be read; no other code calls models. `failureRules` and the policy decide
 * about retries and the next model (docs/engine.md, "What a failure means"). Attempts from before a restart count.
 * @throws the signal's reason once it is aborted; errors of our own
 */
export const callWithFallbacks = <Output>(
  request: CallRequest<Output>,
  policy: CallPolicy,
  log: AttemptLog,
  { engine, sink = null }: { engine: CallPorts; sink?: ReplySink | null },
): Promise<FallbackResult<Output>> => new FallbackCall({ request, policy, log, engine, sink }).run();

interface CallContext<Output> {
  request: CallRequest<Output>;
  policy: CallPolicy;
  log: AttemptLog;
  engine: CallPorts;
  sink: ReplySink | null;
}

class FallbackCall<Output> {
  readonly #context: CallContext<Output>;
  readonly #failures: ModelFailure[] = [];
  /** Models that may be called again after a wait that is too long for a worker. */
  readonly #waiting: { model: ModelConfig; until: number }[] = [];
  /** The largest context that a provider found too small. */
  #tooSmallContext = 0;

  constructor(context: CallContext<Output>) {
    this.#context = context;
  }

  async run(): Promise<FallbackResult<Output>> {
    const { policy, log } = this.#context;
    for (const [index, model] of policy.models.entries()) {
      const last = log.failuresOf(model.id).at(-1);
      const hasFailedForGood = last && last.retryAt === null;
      const skipReason = hasFailedForGood ? null : this.#skipReason(model);
      if (skipReason) {
        this.#skip(model, skipReason, last);
        continue;
      }
      const isLast = () => !policy.models.slice(index + 1).some((next) => this.#isCallable(next));
      const result = hasFailedForGood ? last : await callWithRetries({ ...this.#context, model, isLast });
      if ('output' in result) return { outcome: 'replied', ...result };
      this.#noteFailure(model, result);
      if (!leadsToNext(result.kind, policy)) return allFailed(this.#failures);
    }
    return this.#end();
  }

  /** Why a model isn't called at all. */
  #skipReason(model: ModelConfig): SkipReason | null {
    const { request, engine } = this.#context;
    const removed = removalReason(model, engine);
    if (removed) return removed;
    const misfit = tooSmall(model, request.size);
    if (misfit !== null || model.context <= this.#tooSmallContext)
      return {
        code: 'CONTEXT_EXCEEDED',
        message: misfit ?? `Its context of ${model.context} tokens is too small.`,
      };
    const message = openCircuitMessage(model, engine);
    return message === null ? null : { code: 'CIRCUIT_OPEN', message };
  }

  /** @param last its failure before a restart, which explains more than the reason to skip it now */
  #skip(model: ModelConfig, reason: SkipReason, last: LoggedFailure | undefined): void {
    const { log, engine } = this.#context;
    log.skipModel(model.id, reason);
    if (last && !removalReason(model, engine)) this.#noteFailure(model, { ...last, retryAt: null });
    else this.#failures.push({ model: model.id, ...reason });
  }

  #noteFailure(model: ModelConfig, { kind, message, retryAt }: LoggedFailure): void {
    this.#failures.push({ model: model.id, code: failureRules[kind].code, message });
    if (kind === 'context') this.#tooSmallContext = Math.max(this.#tooSmallContext, model.context);
    if (retryAt !== null) this.#waiting.push({ model, until: retryAt });
  }

  /** Whether a model can be called now, or soon. */
  #isCallable(model: ModelConfig): boolean {
    const { log, engine } = this.#context;
    const last = log.failuresOf(model.id).at(-1);
    const from = last ? (last.retryAt ?? Number.POSITIVE_INFINITY) : 0;
    return from - engine.clock.now() <= workflowLimits.wait && this.#skipReason(model) === null;
  }

  #end(): FallbackResult<Output> {
    const moments = this.#waiting
      .filter(({ model }) => model.context > this.#tooSmallContext)
      .map(({ until }) => until);
    return moments.length > 0
      ? { outcome: 'waiting', until: Math.min(...moments) }
      : allFailed(this.#failures);
  }
}

/** The request was planned by a server with another configuration: a key or a model has been removed since. */
function removalReason({ id }: ModelConfig, { providerNames, catalog }: CallPorts): SkipReason | null {
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

function leadsToNext(kind: FailureKind, { fallbackOn }: CallPolicy): boolean {
  const { next } = failureRules[kind];
  return next === 'by_policy' ? fallbackOn.includes(kind) : next === 'always';
}

function allFailed(failures: readonly ModelFailure[]): FallbackResult<never> {
  const [only] = failures;
  if (only && failures.length === 1)
    return { outcome: 'failed', code: only.code, message: `${only.model}: ${only.message}` };
  const causes = failures.map(({ model, code, message }) => `${model} (${code}): ${shortSentence(message)}`);
  return {
    outcome: 'failed',
    code: 'FALLBACKS_EXHAUSTED',
    message: `None of ${failures.length} models worked. ${causes.join(' ')}`,
  };
}

/** The attempt has the complete message. */
function shortSentence(text: string): string {
  if (text.length > LONGEST_CAUSE) return `${text.slice(0, LONGEST_CAUSE).toWellFormed()}…`;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
