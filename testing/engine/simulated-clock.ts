import { SimulatedClock as EngineClock } from '@/lib/engine/simulated-clock';

/** The moment at which a simulation begins. */
export const SIMULATION_START = Date.parse('2026-06-15T12:00:00.000Z');

/** The simulated clock of tests, which begins at the same moment in each. */
export class SimulatedClock extends EngineClock {
  constructor() {
    super(SIMULATION_START);
  }

  /** Milliseconds since the simulation began. */
  get passed(): number {
    return this.elapsed();
  }
}
