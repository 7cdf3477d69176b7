import type { Figure } from '@/bench/figure';
import { measureAddedTime } from './added-time';
import { measureFailingProvider } from './failing-provider';
import { measureStreams } from './streams';

/** What the engine adds to calls of providers, and how it bears their failures. */
export async function measureProviders(): Promise<Figure[]> {
  return [...(await measureStreams()), ...(await measureFailingProvider()), ...(await measureAddedTime())];
}
