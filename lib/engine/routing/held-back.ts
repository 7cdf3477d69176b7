import type { ModelConfig } from '@/lib/config/models/model-config';
import type { Engine } from '@/lib/engine/engine';

/** Why a model isn't called now although it could be: `It failed too often, and is held back until 14:03:10 UTC.` */
export function heldBack(
  { id }: Pick<ModelConfig, 'id'>,
  { breakers, clock }: Pick<Engine, 'breakers' | 'clock'>,
): string | null {
  const left = breakers.millisecondsLeft(id);
  if (left === null) return null;
  if (left === 0) return 'It failed too often, and is held back until the call that tries it now has ended.';
  const until = new Date(clock.now() + left).toISOString().slice(11, 19);
  return `It failed too often, and is held back until ${until} UTC.`;
}
