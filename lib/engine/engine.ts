import type { CallResult } from '@/lib/engine/calls/call-model';
import type { Provider } from '@/lib/engine/calls/provider';
import type { Catalog } from '@/lib/engine/models/catalog';
import { Breakers } from '@/lib/engine/routing/breakers';
import { Measurements } from '@/lib/engine/routing/measurements';
import type { RunStore } from '@/lib/engine/run/run-store';
import type { TextMemory } from '@/lib/engine/run/text-memory';
import type { TextWorker } from '@/lib/engine/text-worker';
import type { Clock } from './clock';

/** The interfaces through which the engine reaches the world. */
export interface EnginePorts {
  clock: Clock;
  /** A number from 0 up to, but not including 1. */
  random(): number;
  store: RunStore;
  catalog: Catalog;
  /** The providers that are set up. */
  providers: readonly Provider[];
  textWorker: TextWorker;
  texts: TextMemory;
  /** Called after each model call. */
  observeCall(provider: string, result: CallResult): void;
}

/** The ports, with the process's measurements and circuit breakers of models. */
export interface Engine extends EnginePorts {
  providerNames: ReadonlySet<string>;
  breakers: Breakers;
  measurements: Measurements;
}

export const openEngine = (ports: EnginePorts): Engine => ({
  ...ports,
  providerNames: new Set(ports.providers.map(({ name }) => name)),
  breakers: new Breakers(ports.clock),
  measurements: new Measurements(ports.clock),
});
