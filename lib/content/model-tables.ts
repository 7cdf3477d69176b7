import { models } from '@/lib/config/models';
import type { KindPrices, ModelConfig } from '@/lib/config/models/model-config';
import { priceSources, providerLabels } from '@/lib/config/models/model-providers';
import { formatDate } from '@/lib/format/date';
import { columnFormat, formatCount } from '@/lib/format/number';
import { none, type ReferenceTable } from './reference-tables';

/**
 * The catalog's models of one provider. Prices are those of the day on which they were read, so a page says the same
 * whenever it is built.
 * @throws Error if the catalog has no model of that provider
 */
export function modelsTable(provider: string): ReferenceTable {
  const listed = modelsOf(provider);
  const prices = priceCells(listed.map((model) => pricesOn(model, dayRead(provider))));
  const quality = columnFormat(listed.map((model) => model.quality));
  return {
    label: `Models of ${labelOf(provider)}`,
    isWide: true,
    isFiltered: true,
    head: [
      'Model',
      'Context',
      'Longest output',
      'Input',
      'Cached input',
      'Output',
      'Quality',
      'Abilities',
      'Routing',
    ],
    rows: listed.map((model, index) => [
      { code: model.id },
      formatCount(model.context),
      formatCount(model.maxOutput),
      ...(prices[index] ?? []),
      quality(model.quality),
      abilitiesOf(model),
      routingOf(model),
    ]),
  };
}

/**
 * Prices of one provider's models that hold for long inputs only, or from a later day on.
 * @throws Error if there are none
 */
export function otherPricesTable(provider: string): ReferenceTable {
  const read = dayRead(provider);
  const others = modelsOf(provider).flatMap((model) => {
    const above = pricesOn(model, read)?.above;
    const later = model.prices.filter(({ from }) => from > read);
    return [
      ...(above
        ? [
            {
              when: `\`${model.id}\` above ${formatCount(above.tokens)} tokens of input`,
              prices: above.prices,
            },
          ]
        : []),
      ...later.map(({ from, prices }) => ({ when: `\`${model.id}\` from ${formatDate(from)}`, prices })),
    ];
  });
  if (others.length === 0) throw new Error(`The models of '${provider}' have no other prices.`);
  const cells = priceCells(others.map(({ prices }) => prices));
  return {
    label: `Other prices of ${labelOf(provider)}`,
    head: ['When', 'Input', 'Cached input', 'Output'],
    rows: others.map(({ when }, index) => [when, ...(cells[index] ?? [])]),
  };
}

/** Where the prices of the catalog were read. */
export function priceSourcesTable(): ReferenceTable {
  return {
    label: 'Sources of prices',
    head: ['Provider', 'Page', 'Copies of the page', 'Read on'],
    rows: Object.entries(priceSources).map(([provider, { url, copies, readOn }]) => [
      labelOf(provider),
      { code: url.replace('https://', '') },
      `${formatDate(copies.oldest)} to ${formatDate(copies.newest)}`,
      formatDate(readOn),
    ]),
  };
}

const labelOf = (provider: string): string =>
  Object.hasOwn(providerLabels, provider)
    ? providerLabels[provider as keyof typeof providerLabels]
    : provider;

function modelsOf(provider: string): ModelConfig[] {
  const own = models.filter(({ id }) => id.startsWith(`${provider}/`));
  if (own.length === 0) throw new Error(`The catalog has no model of '${provider}'.`);
  return own;
}

const pricesOn = ({ prices }: ModelConfig, day: string) =>
  prices.findLast(({ from }) => from <= day)?.prices ?? null;

/** The day whose prices a page shows; those of the sandbox never change. */
const dayRead = (provider: string): string => {
  const source = Object.hasOwn(priceSources, provider)
    ? priceSources[provider as keyof typeof priceSources]
    : undefined;
  return source?.readOn ?? '9999-12-31';
};

/** The cells of each row: input, cached input, and output, in dollars per million tokens. */
function priceCells(rows: readonly (KindPrices | null)[]): string[][] {
  const columns = (['input', 'cachedInput', 'output'] as const).map((kind) => {
    const format = columnFormat(rows.flatMap((prices) => (prices ? [perMillion(prices[kind])] : [])));
    return rows.map((prices) => (prices ? `$${format(perMillion(prices[kind]))}` : 'unknown'));
  });
  return rows.map((_, index) => columns.map((column) => column[index] ?? ''));
}

/** Nano-dollars per token as dollars per million tokens. */
const perMillion = (nanos: number): number => nanos / 1_000;

const abilitiesOf = ({ structured, reasoning }: ModelConfig): string =>
  [...(structured ? ['structured'] : []), ...(reasoning ? ['reasoning'] : [])].join(', ') || none;

function routingOf({ routed, retired }: ModelConfig): string {
  const rule = routed ? 'Yes' : 'If named';
  return retired === null ? rule : `${rule}, until ${formatDate(retired)}`;
}
