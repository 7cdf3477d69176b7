import type { ModelPart, ModelRequest, Provider } from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import type { Behavior } from '@/testing/engine/behaviors';

/** A call as the provider saw it. */
export interface SeenCall {
  /** The model's name at the provider. */
  model: string;
  request: ModelRequest;
  /** When it began, by the monotonic clock. */
  at: number;
  /** Why it was ended from outside, and when; null if it wasn't. */
  aborted: { at: number; reason: unknown } | null;
}

/** A model's behavior in each call; the last is repeated for all further ones. */
export type Script = Record<string, readonly Behavior[]>;

/** A provider whose calls follow a script. It keeps a record of them. */
export class ScriptedProvider implements Provider {
  readonly calls: SeenCall[] = [];

  /** @param onCall runs at the moment of each call */
  constructor(
    readonly script: Script,
    readonly clock: Clock,
    readonly name = 'sandbox',
    readonly onCall: (request: ModelRequest) => void = () => {},
  ) {}

  /** The models called, in order. */
  get called(): string[] {
    return this.calls.map(({ model }) => model);
  }

  stream(request: ModelRequest): AsyncIterable<ModelPart> {
    const { model, signal } = request;
    this.onCall(request);
    const earlier = this.calls.filter((call) => call.model === model).length;
    const behaviors = this.script[model] ?? [];
    const behavior = behaviors[earlier] ?? behaviors.at(-1);
    if (!behavior) throw new Error(`The script has no model ${model}.`);
    const call: SeenCall = { model, request, at: this.clock.elapsed(), aborted: null };
    this.calls.push(call);
    signal.addEventListener(
      'abort',
      () => {
        call.aborted = { at: this.clock.elapsed(), reason: signal.reason };
      },
      { once: true },
    );
    return behavior(request, this.clock);
  }
}
