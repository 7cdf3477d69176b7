import type { ModelConfig } from '@/lib/config/models/model-config';
import type { Engine } from '@/lib/engine/engine';
import { providerOf } from '@/lib/engine/models/catalog';
import { openCircuitMessage } from '@/lib/engine/routing/breakers';
import { type CallSize, fitsContext, rankModels, reasons, tooSmall } from '@/lib/engine/routing/rank-models';
import type { Step } from '@/lib/engine/workflow';

/** Models of a ranking that a step may call after the first. */
const NEXT_OF_RANKING = 2;

/** The models that a step calls, in order. */
export interface Choice {
  candidates: ModelConfig[];
  /** A sentence for people: the reason for the first one. */
  reason: string;
  /** The models that rank before the first one, best first, each with the reason why it isn't called first. */
  passedOver: { model: string; message: string }[];
  /** Whether the call fits any of them as a whole. */
  fitsWhole: boolean;
}

/**
 * Chooses a step's models: a pinned one first, then its fallbacks; otherwise, the ranking by its strategy
 * (content/docs/routing/execution-strategy.mdx). Models whose context fits the call and whose circuit is closed come
 * first in the ranking.
 */
export function chooseModels(
  { model, fallbacks, strategy }: Pick<Step, 'model' | 'fallbacks' | 'strategy'>,
  size: CallSize,
  engine: Pick<Engine, 'catalog' | 'providerNames' | 'breakers' | 'measurements' | 'clock'>,
): Choice {
  const named = (fallbacks ?? []).map(engine.catalog.named);
  if (model !== null) {
    const candidates = unique([engine.catalog.named(model), ...named]);
    return {
      candidates,
      reason: 'Named by the step.',
      passedOver: [],
      fitsWhole: fitsWhole(candidates, size, engine),
    };
  }
  const ranking = rankModels(strategy, size, {
    models: engine.catalog.models,
    providers: engine.providerNames,
    measurements: engine.measurements,
    at: engine.clock.now(),
  });
  const fitting = ranking.filter((candidate) => fitsContext(candidate, size));
  const choosable = fitting.length > 0 ? fitting : byContext(ranking);
  const up = choosable.filter(({ id }) => !engine.breakers.isOpen(id));
  const ordered = [...up, ...choosable.filter((candidate) => !up.includes(candidate))];
  const candidates =
    fallbacks === null ? ordered.slice(0, 1 + NEXT_OF_RANKING) : unique([...ordered.slice(0, 1), ...named]);
  return {
    candidates,
    reason: candidates.length > 0 ? reasons[strategy] : nothingToChoose,
    passedOver: passedOverOf(ranking, candidates[0], size, engine),
    fitsWhole: fitsWhole(candidates, size, engine),
  };
}

/** Providers are set up, but the catalog has none of their models that routing may choose. */
export const nothingToChoose =
  'Routing has no model to choose from on this server. Name one in the step, as provider/model.';

function passedOverOf(
  ranking: readonly ModelConfig[],
  first: ModelConfig | undefined,
  size: CallSize,
  engine: Pick<Engine, 'breakers' | 'clock'>,
): Choice['passedOver'] {
  const better = first ? ranking.slice(0, ranking.indexOf(first)) : [];
  return better.flatMap((model) => {
    const message = tooSmall(model, size) ?? openCircuitMessage(model, engine);
    return message === null ? [] : [{ model: model.id, message }];
  });
}

/** Passed over models of a choice that its reason names. */
const NAMED = 3;

/** The reason for a choice, with the better models that were passed over. */
export function reasonWithPassedOver({ reason, passedOver }: Pick<Choice, 'reason' | 'passedOver'>): string {
  const named = passedOver
    .slice(0, NAMED)
    .map(({ model, message }) => `${model} was passed over: ${message}`);
  const rest = passedOver.length - named.length;
  return [reason, ...named, ...(rest > 0 ? [`${rest} more were passed over.`] : [])].join(' ');
}

/** Of a model whose provider was removed since, the size doesn't matter, unless there is no other. */
function fitsWhole(
  candidates: readonly ModelConfig[],
  size: CallSize,
  { providerNames }: Pick<Engine, 'providerNames'>,
): boolean {
  const present = candidates.filter(({ id }) => providerNames.has(providerOf(id)));
  if (present.length === 0) return candidates.length > 0;
  return present.some((candidate) => fitsContext(candidate, size));
}

const byContext = (candidates: readonly ModelConfig[]): ModelConfig[] =>
  [...candidates].sort((one, other) => other.context - one.context);

const unique = (candidates: readonly ModelConfig[]): ModelConfig[] => [
  ...new Map(candidates.map((candidate) => [candidate.id, candidate])).values(),
];
