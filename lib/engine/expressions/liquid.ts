import { type Context, defaultOperators, Liquid, toValue } from 'liquidjs';

/** Most bytes of a rendered text: more than any model reads, and than a file and an input have together. */
export const mostRenderedBytes = 12 * 1024 * 1024;

/** Tags that load other templates. */
const tagsOfFiles = ['include', 'render', 'layout', 'block'];
/**
 * Filters that aren't Liquid's own. The first are given source as a string, which could read a step unseen; `raw`
 * renders a value as JavaScript would; a `sample` differs when a step is run again.
 */
const foreignFilters = [
  ...['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'],
  ...['raw', 'sample'],
];

/** Operators that compare texts, which an output is to them. */
const textOperators = ['==', '!=', 'contains'];
const operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, operator]): [string, typeof operator] => [
    name,
    textOperators.includes(name)
      ? (left, right, context) => operator(ownText(left), ownText(right), context)
      : operator,
  ]),
);

/**
 * Liquid for templates: no files, the same dates on every machine, objects and lists as JSON. Its memory limit is for
 * templates that are merely large; runaway templates are stopped from outside (lib/server/text-worker). It has no time
 * limit: Liquid counts wall time, which would fail harmless templates on a busy machine.
 */
export const liquid = new Liquid({
  strictFilters: true,
  ownPropertyOnly: true,
  templates: {},
  timezoneOffset: 0,
  locale: 'en-US',
  memoryLimit: 64 * 1024 * 1024,
  operators,
  outputEscape(this: { context: Context }, value: unknown) {
    const text = textOf(toValue(value));
    // As many characters as a text may have use up all memory.
    this.context.memoryLimit.use(4 * text.length);
    return text;
  },
});
for (const name of tagsOfFiles) delete liquid.tags[name];
for (const name of foreignFilters) liquid.unregisterFilter(name);
// The package's own looks for a length, and an output has none.
liquid.registerFilter('size', (value: unknown) => {
  const measured = ownText(toValue(value));
  return typeof measured === 'string' || Array.isArray(measured) ? measured.length : 0;
});

/**
 * An output as templates read it: with its fields, and as its text where a text is wanted.
 * @returns a shallow copy, so that no other value is changed
 */
export function withText(output: unknown, text: string): unknown {
  if (typeof output !== 'object' || output === null) return output;
  const copy = Array.isArray(output) ? [...output] : { ...output };
  return Object.defineProperty(copy, Symbol.toPrimitive, { value: () => text });
}

/** The text of an output; any other value as it is. */
const ownText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, Symbol.toPrimitive)
    ? `${value}`
    : value;

function textOf(value: unknown): string {
  const own = ownText(value);
  if (own === null || own === undefined) return '';
  return typeof own === 'object' ? JSON.stringify(own) : String(own);
}
