import type { Figure } from '@/bench/figure';
import { measureAddedTime } from './added-time';
import { measureStreams } from './streams';

/** The time that the engine adds to calls of providers. */
export async function measureProviders(): Promise<Figure[]> {
  return [...(await measureStreams()), ...(await measureAddedTime())];
}
