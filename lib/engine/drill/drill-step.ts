import type { ModelConfig } from '@/lib/config/models/model-config';
import type { AttemptLog } from '@/lib/engine/calls/attempt-log';
import type { CallPorts, CallRequest } from '@/lib/engine/calls/call-request';
import { callWithFallbacks } from '@/lib/engine/calls/call-with-fallbacks';
import type { RecordedCalls } from '@/lib/engine/drill/recorded-calls';
import type { RecordedAttempt, RecordedStep } from '@/lib/engine/drill/recorded-job';
import type { RecordedRequest } from '@/lib/engine/drill/recorded-requests';
import type { Catalog } from '@/lib/engine/models/catalog';
import { chooseModels } from '@/lib/engine/routing/choose-models';
import type { Measurements } from '@/lib/engine/routing/measurements';
import type { StepApproval } from '@/lib/engine/run/run-store';
import { policyFor } from '@/lib/engine/run/step-request';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { RunError, Step } from '@/lib/engine/workflow';

/** Models that an unpinned step without fallbacks may call. */
const RANKED_CANDIDATES = 3;

/** No wait for a model is shorter (ms), and Switchyard's own work between two models takes less. */
const LEAST_WAIT_MS = 250;

/** How a run of a step ended; `UNKNOWN` if the record doesn't say what would have happened. */
export type DrillOutcome =
  | { status: 'COMPLETED'; model: string | null }
  | { status: 'FAILED'; error: RunError }
  | { status: 'UNKNOWN' }
  | { status: 'WAITING'; until: number };

interface StepDrill {
  step: Step;
  task: Task;
  recorded: RecordedStep;
  requests: readonly RecordedRequest[];
  calls: RecordedCalls;
  log: AttemptLog;
  /** With the scenario's prices. */
  engine: CallPorts;
  /** With the prices that were. */
  catalog: Catalog;
  /** By which models are ranked. */
  measured: Measurements;
  signal: AbortSignal;
  onWait(): void;
  onReason(reason: string): void;
  /** The step has asked a person, or the person has decided. */
  onApproval(approval: StepApproval): void;
}

/** A step whose requests are made again. It's run until it has settled: if it has to wait, it's run once more. */
export class DrilledStep {
  readonly #drill: StepDrill;
  #next = 0;
  #isDelayed = false;
  #model: string | null = null;
  /** Of the current request, in its earlier runs. */
  #chosen: ModelConfig[][] = [];
  /** Its request to a person, once it has been made. */
  #asked: StepApproval | null = null;

  constructor(drill: StepDrill) {
    this.#drill = drill;
  }

  async run(): Promise<DrillOutcome> {
    const { requests, step, task, calls, log, engine, recorded } = this.#drill;
    if (recorded.approval) return this.#awaitDecision(recorded.approval);
    for (; this.#next < requests.length; this.#next += 1) {
      const request = requests[this.#next];
      if (!request) break;
      if (!this.#isDelayed) await this.#pass(request.delay);
      this.#isDelayed = true;
      // If no model could be called, its text isn't known either.
      if (!request.attempts.some(({ outcome }) => outcome !== 'PASSED_OVER')) return this.#asRecorded();
      calls.begin(request);
      const models = this.#candidates(request);
      this.#chosen.push(models);
      const result = await callWithFallbacks(this.#callRequest(request), policyFor(step, task, models), log, {
        engine,
      });
      if (result.outcome === 'waiting') return { status: 'WAITING', until: result.until };
      if (result.outcome === 'failed')
        return {
          status: 'FAILED',
          error: { code: result.code, message: result.message, stepId: step.id },
        };
      this.#model = result.model.id;
      this.#isDelayed = false;
      this.#chosen = [];
      const hasReplied = request.attempts.at(-1)?.outcome === 'ANSWERED';
      // The pieces that would have followed were never made.
      if (!hasReplied && requests.length > 1) return { status: 'UNKNOWN' };
      if (!hasReplied) return { status: 'COMPLETED', model: this.#model };
    }
    const last = requests.at(-1)?.attempts.at(-1);
    const lastEnd = last ? last.startedAt + (last.milliseconds ?? 0) : recorded.startedAt;
    await this.#pass((recorded.finishedAt ?? 0) - (lastEnd ?? recorded.finishedAt ?? 0));
    return this.#asRecorded();
  }

  /** A person takes as long as they really did. If they never decided, what they would have decided isn't known. */
  async #awaitDecision({ requestedAt, expiresAt, decidedAt }: StepApproval): Promise<DrillOutcome> {
    const { engine, recorded, onApproval } = this.#drill;
    if (!this.#asked) {
      await this.#pass(requestedAt - (recorded.startedAt ?? requestedAt));
      const now = engine.clock.now();
      this.#asked = { requestedAt: now, expiresAt: now + expiresAt - requestedAt, decidedAt: null };
      onApproval(this.#asked);
      return { status: 'WAITING', until: now + (decidedAt ?? expiresAt) - requestedAt };
    }
    if (decidedAt === null) return { status: 'UNKNOWN' };
    onApproval({ ...this.#asked, decidedAt: this.#asked.requestedAt + decidedAt - requestedAt });
    await this.#pass((recorded.finishedAt ?? decidedAt) - decidedAt);
    return this.#asRecorded();
  }

  /** The recorded end, after the last reply or without any call. */
  #asRecorded(): DrillOutcome {
    const { status, error } = this.#drill.recorded;
    if (status === 'COMPLETED') return { status, model: this.#model };
    if (status === 'FAILED' && error && error.code !== 'JOB_FAILED') return { status, error };
    return { status: 'UNKNOWN' };
  }

  async #pass(milliseconds: number): Promise<void> {
    const { engine, signal, onWait } = this.#drill;
    if (milliseconds <= 0) return;
    onWait();
    await engine.clock.sleep(milliseconds, signal);
  }

  #callRequest({ size }: RecordedRequest): CallRequest<null> {
    const { step, task, calls, signal } = this.#drill;
    const { options, tone } = step;
    return {
      size,
      signal,
      accountId: '',
      traceparent: null,
      messages: [],
      schema: task.replySchema(options),
      temperature: step.temperature ?? task.temperature,
      work: { task: task.name, options, instructions: '', tone, text: '' },
      read: async () => {
        calls.read();
        return null;
      },
    };
  }

  /**
   * The models of a request, in order. The measurements of their ranking aren't stored. So the called models come first, in
   * the order in which they were called, unless the scenario's prices change the ranking.
   */
  #candidates({ size, attempts }: RecordedRequest): ModelConfig[] {
    const { step, engine, catalog, measured: measurements, onReason } = this.#drill;
    const ranked = { ...engine, measurements };
    const { candidates, reason } = chooseModels(step, size, ranked);
    onReason(reason);
    if (step.model !== null) return candidates;
    const before = chooseModels(step, size, { ...ranked, catalog }).candidates;
    if (candidates.some(({ id }, index) => id !== before[index]?.id)) return candidates;
    const { fallbacks } = step;
    const recorded = modelsByRun(attempts)[this.#chosen.length] ?? [];
    const last = this.#chosen.at(-1);
    if (last && recorded.every((model) => last.some(({ id }) => id === model))) return last;
    const others = recorded.length > 0 && fallbacks ? fallbacks : candidates.map(({ id }) => id);
    const ids = [...new Set([...recorded, ...others])];
    const isPaused = (id: string) => engine.breakers.isOpen(id);
    if (fallbacks !== null) return ids.map(engine.catalog.named);
    return [...ids.filter((id) => !isPaused(id)), ...ids.filter(isPaused)]
      .slice(0, Math.max(RANKED_CANDIDATES, recorded.length))
      .map(engine.catalog.named);
  }
}

/**
 * The models of a request by the run of its step that called them first. A step that was parked chooses its models anew.
 * Within a run, there is no wait between two models.
 */
function modelsByRun(attempts: readonly RecordedAttempt[]): string[][] {
  const runs: Set<string>[] = [new Set()];
  for (const [index, { model, startedAt }] of attempts.entries()) {
    const before = attempts[index - 1];
    const wait = before ? startedAt - before.startedAt - (before.milliseconds ?? 0) : 0;
    if (before && before.model !== model && wait >= LEAST_WAIT_MS) runs.push(new Set());
    runs.at(-1)?.add(model);
  }
  return runs.map((models) => [...models]);
}
