import { type DatedPrices, type KindPrices, type ModelConfig, nanos } from '@/lib/config/models/model-config';
import { providerLabels } from '@/lib/config/models/model-providers';
import { openCatalog } from '@/lib/engine/models/catalog';
import { isRecord } from '@/lib/rules/json';

const MOST_MODELS = 1_000;
/** Tokens, milliseconds: far beyond any model. */
const LARGEST = 100_000_000;
/** Dollars per million tokens. */
const HIGHEST_PRICE = 100_000;

interface Field {
  /** Completes the sentence "… must be …". */
  mustBe: string;
  accepts(value: unknown): boolean;
}

const isCount = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST;
const isDay = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

const count: Field = { mustBe: 'a whole number from 1 to 100,000,000', accepts: isCount };
const yesOrNo: Field = { mustBe: 'true or false', accepts: (value) => typeof value === 'boolean' };
const day: Field = { mustBe: 'a day such as "2026-01-31"', accepts: isDay };
/** A price is whole nano-dollars per token, so that costs are exact. */
const price: Field = {
  mustBe: 'dollars per million tokens, from 0 to 100,000, with at most 3 decimals',
  accepts: (value) =>
    typeof value === 'number' && value >= 0 && value <= HIGHEST_PRICE && nanos(value) / 1_000 === value,
};

/** The fields of an entry except `id` and `prices`, all optional. No provider's model fails on purpose. */
const modelFields: Record<Exclude<keyof ModelConfig, 'id' | 'prices' | 'failsOnPurpose'>, Field> = {
  context: count,
  maxOutput: count,
  structured: yesOrNo,
  reasoning: yesOrNo,
  quality: {
    mustBe: 'a number from 0 to 1',
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  latencyMs: count,
  routed: yesOrNo,
  retired: { mustBe: `null, or ${day.mustBe}`, accepts: (value) => value === null || isDay(value) },
};

const required = ['input', 'output'] as const;
const kindFields: Record<keyof KindPrices, Field> = {
  input: price,
  cachedInput: price,
  cacheWrite: price,
  output: price,
  reasoning: price,
};

/**
 * Adds the entries of a models file to a catalog, or overrides what they name in its entries.
 * @param json the file's content: `{ "models": [{ "id": "compatible/llama3.3", … }] }`, with prices in dollars per
 *   million tokens. A field that an entry omits keeps its value in the catalog; a new model gets a cautious value
 * @returns the models, new ones last; or a sentence for each problem
 */
export function extendModels(
  models: readonly ModelConfig[],
  json: unknown,
): { models: ModelConfig[]; problems?: undefined } | { problems: string[] } {
  if (!isRecord(json) || !Array.isArray(json.models) || Object.keys(json).length !== 1)
    return { problems: ['It must be an object with one field, "models", a list.'] };
  if (json.models.length > MOST_MODELS)
    return { problems: [`It has ${json.models.length} models, and at most 1,000 are possible.`] };
  const catalog = openCatalog(models);
  const byId = new Map(models.map((model) => [model.id, model]));
  const problems: string[] = [];
  const named = new Set<string>();
  for (const [index, entry] of json.models.entries()) {
    const place = `models[${index}]`;
    if (!isRecord(entry)) {
      problems.push(`${place} must be an object.`);
      continue;
    }
    const { id } = entry;
    if (typeof id !== 'string' || !catalog.knows(id)) {
      problems.push(`${place}: id must be ${idMustBe}.`);
      continue;
    }
    const name = `${place} (${id})`;
    if (named.has(id)) problems.push(`${name} is there twice.`);
    named.add(id);
    const wrong = problemsOf(entry);
    const model = wrong.length === 0 ? merged(catalog.named(id), entry) : null;
    if (model && model.maxOutput > model.context)
      wrong.push(`maxOutput must be at most its context, ${model.context}.`);
    problems.push(...wrong.map((problem) => `${name}: ${problem}`));
    if (model) byId.set(id, model);
  }
  return problems.length > 0 ? { problems } : { models: [...byId.values()] };
}

const idMustBe = `provider/name, with one of the providers ${Object.keys(providerLabels).join(', ')}; of the sandbox, only its own models`;

function problemsOf({ id: _, prices, ...fields }: Record<string, unknown>): string[] {
  const problems = wrongFields(fields, modelFields);
  if (prices === undefined) return problems;
  if (!Array.isArray(prices)) return [...problems, 'prices must be a list.'];
  const ofPrices = prices.flatMap((entry, index) =>
    problemsOfPrices(entry).map((problem) => `prices[${index}].${problem}`),
  );
  const days = prices.map((entry) => (isRecord(entry) ? entry.from : null));
  const isOrdered = days.every((from, index) => index === 0 || String(days[index - 1]) < String(from));
  if (ofPrices.length === 0 && !isOrdered) ofPrices.push('prices must be in the order of their days.');
  return [...problems, ...ofPrices];
}

function problemsOfPrices(entry: unknown): string[] {
  if (!isRecord(entry)) return ['from must be there: each entry is an object.'];
  const { from, above, ...kinds } = entry;
  const problems = [...wrongFields({ from }, { from: day }), ...problemsOfKinds(kinds)];
  if (above === undefined) return problems;
  if (!isRecord(above)) return [...problems, 'above must be an object.'];
  const { tokens, ...long } = above;
  const ofAbove = [...wrongFields({ tokens }, { tokens: count }), ...problemsOfKinds(long)];
  return [...problems, ...ofAbove.map((problem) => `above.${problem}`)];
}

const problemsOfKinds = (kinds: Record<string, unknown>): string[] => [
  ...required.filter((kind) => kinds[kind] === undefined).map((kind) => `${kind} must be ${price.mustBe}.`),
  ...wrongFields(kinds, kindFields),
];

function wrongFields(values: Record<string, unknown>, fields: Record<string, Field>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [`${JSON.stringify(name.slice(0, 60))} isn't a field.`];
    return field.accepts(value) ? [] : [`${name} must be ${field.mustBe}.`];
  });
}

/** @param entry without problems */
function merged(model: ModelConfig, entry: Record<string, unknown>): ModelConfig {
  const { prices, ...fields } = entry;
  const whole: ModelConfig = { ...model, ...fields };
  return {
    ...whole,
    // A smaller context says enough about an output that nobody named.
    maxOutput: fields.maxOutput === undefined ? Math.min(whole.maxOutput, whole.context) : whole.maxOutput,
    prices: prices === undefined ? model.prices : (prices as PricesEntry[]).map(datedPrices),
  };
}

type KindsEntry = Pick<KindPrices, 'input' | 'output'> & Partial<KindPrices>;
type PricesEntry = KindsEntry & { from: string; above?: KindsEntry & { tokens: number } };

const datedPrices = ({ from, above, ...kinds }: PricesEntry): DatedPrices => ({
  from,
  prices: {
    ...kindPrices(kinds),
    ...(above && { above: { tokens: above.tokens, prices: kindPrices(above) } }),
  },
});

const kindPrices = ({ input, output, cachedInput, cacheWrite, reasoning }: KindsEntry): KindPrices => ({
  input: nanos(input),
  cachedInput: nanos(cachedInput ?? input),
  cacheWrite: nanos(cacheWrite ?? input),
  output: nanos(output),
  reasoning: nanos(reasoning ?? output),
});
