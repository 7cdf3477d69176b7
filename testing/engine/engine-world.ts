import { workflowLimits } from '@/lib/config/limits';
import { models } from '@/lib/config/models';
import type { Clock } from '@/lib/engine/clock';
import { type Engine, openEngine } from '@/lib/engine/engine';
import { openCatalog } from '@/lib/engine/models/catalog';
import { JobClock, latestMoment } from '@/lib/engine/run/job-clock';
import { Interruption } from '@/lib/engine/run/run-error';
import { type RunEnd, runJob } from '@/lib/engine/run/run-job';
import { inProcess } from '@/lib/engine/text-worker';
import { BoundedTexts } from '@/lib/server/jobs/worker/bounded-texts';
import { MemoryRunStore } from './memory-run-store';
import { type Script, ScriptedProvider } from './scripted-provider';
import { SimulatedClock } from './simulated-clock';

/** The engine on a simulated clock, with models that follow a script and a store in memory that checks each record. */
export class EngineWorld {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryRunStore();
  readonly provider: ScriptedProvider;
  readonly engine: Engine;
  /** Of jobs that have begun: the process remembers them. */
  readonly #clocks = new Map<string, Clock>();

  /** @param script by the sandbox's names of models, such as `fast` */
  constructor(script: Script, random: () => number = () => 0.5) {
    this.provider = new ScriptedProvider(script, this.clock, 'sandbox', ({ model }) => {
      if (!this.store.hasRunning(`sandbox/${model}`)) throw new Error('A call leaves without its row.');
    });
    const { clock, store, provider } = this;
    this.engine = openEngine({
      observeCall: () => {},
      ...{ clock, random, store, catalog: openCatalog(models) },
      ...{ providers: [provider], textWorker: inProcess, texts: new BoundedTexts() },
    });
  }

  /** Takes a job and runs it till it ends or leaves its worker, without moving the clock. */
  begin(id: string, signal: AbortSignal = new AbortController().signal): Promise<RunEnd> {
    const job = this.store.take(id);
    const clock = this.#clocks.get(id) ?? new JobClock(this.clock, latestMoment(job));
    this.#clocks.set(id, clock);
    return runJob(job, this.engine, signal, clock);
  }

  /** Runs a job to its end; a parked job continues once its time has come. */
  async finish(id: string): Promise<void> {
    for (;;) {
      const end = await this.begin(id);
      if (end === 'ended') return;
      const { parkedUntil } = this.store.job(id);
      if (end !== 'parked' || parkedUntil === null) throw new Error(`${id} was ${end}.`);
      await this.clock.sleep(parkedUntil - (this.#clocks.get(id) ?? this.clock).now());
    }
  }

  /** Plans nothing: runs this workflow as one job, to its end. */
  async run(workflow: Parameters<MemoryRunStore['add']>[0], slots: number = workflowLimits.stepsAtOnce) {
    const id = this.store.add(workflow, slots);
    await this.clock.run(this.finish(id));
    return this.store.job(id);
  }

  /** Runs a job, and ends it from outside after so many milliseconds. */
  async interrupt(id: string, kind: Interruption['kind'], milliseconds: number): Promise<RunEnd> {
    const control = new AbortController();
    void this.clock.sleep(milliseconds).then(() => control.abort(new Interruption(kind)));
    return this.clock.run(this.begin(id, control.signal));
  }
}
