import { z } from 'zod';
import { preprocessors } from '@/lib/engine/preprocessors/registry';
import { tasks } from '@/lib/engine/tasks/registry';

/** What of an option's JSON Schema its description is made from. */
interface OptionSchema {
  type?: string;
  enum?: string[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: OptionSchema;
  anyOf?: OptionSchema[];
  additionalProperties?: OptionSchema | false;
  properties?: object;
}

/** The tasks as committed in lib/content/tasks.json, from which the docs draw their tables. */
export function printedTasks(): string {
  return printed(
    tasks.map(({ name, options, temperature, takesTone, division }) => [
      name,
      { temperature, takesTone, splits: division !== undefined, options: printedOptions(options) },
    ]),
  );
}

/** The preprocessors as committed in lib/content/preprocessors.json, for the same. */
export function printedPreprocessors(): string {
  return printed(
    preprocessors.map(({ name, summary, options }) => [name, { summary, options: printedOptions(options) }]),
  );
}

const printed = (entries: [string, object][]): string =>
  `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;

function printedOptions(options: z.ZodType): object {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(properties as Record<string, OptionSchema>).map(([option, schema]) => [
      option,
      {
        type: typeWords(schema),
        default: required.includes(option) ? 'required' : defaultWords(schema),
        meaning: schema.description ?? '',
      },
    ]),
  );
}

function typeWords(schema: OptionSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeWords).join('; or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  switch (schema.type) {
    case 'integer':
      return `whole number${rangeWords(schema.minimum, schema.maximum)}`;
    case 'number':
      return `number${rangeWords(schema.minimum, schema.maximum)}`;
    case 'array': {
      const { items, minItems = 0, maxItems } = schema;
      return items?.enum ? `list of ${typeWords(items)}` : `list of strings${rangeWords(minItems, maxItems)}`;
    }
    case 'object':
      return schema.properties ? 'object' : objectWords(schema.additionalProperties || {});
    default:
      return schema.type ?? '';
  }
}

/** The only objects with any values are JSON Schemas. */
function objectWords(values: OptionSchema): string {
  if (values.enum) return `object of names to ${typeWords(values)}`;
  return values.type === 'string' ? 'object of strings' : 'JSON Schema';
}

const rangeWords = (least: number | undefined, most: number | undefined): string =>
  least === undefined || most === undefined
    ? ''
    : `, ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`;

function defaultWords({ default: value, items }: OptionSchema): string {
  if (value === undefined) return 'none';
  const isAll = Array.isArray(value) && value.length === items?.enum?.length;
  return isAll ? 'all' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
