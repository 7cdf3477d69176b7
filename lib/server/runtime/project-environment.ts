import { type Environment, readEnvironment } from '@/lib/config/environment';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * The configuration of this process.
 * @throws Stop naming every wrong variable
 */
export function projectEnvironment(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    throw new Stop((error as Error).message);
  }
}
