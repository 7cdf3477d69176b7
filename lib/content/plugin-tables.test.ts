import { expect, test } from 'vitest';
import { z } from 'zod';
import { postprocessors } from '@/lib/engine/postprocessors/registry';
import { preprocessors } from '@/lib/engine/preprocessors/registry';
import { tasks } from '@/lib/engine/tasks/registry';
import { tones } from '@/lib/engine/tasks/shared-options';
import { listDocsPages } from './docs-pages';
import { processorOptionsTable, taskOptionsTable, tasksTable } from './plugin-tables';

const sourceOf = (path: string) => listDocsPages('docs').find((page) => page.path === path)?.source ?? '';

test('the committed tasks are those of the code; if not, run this test with -u', async () => {
  await expect(printedTasks()).toMatchFileSnapshot('../config/tasks.json');
});

test('the committed processors are those of the code; if not, run this test with -u', async () => {
  await expect(printedProcessors()).toMatchFileSnapshot('../config/processors.json');
});

test.each([
  ['task', 'workflows/task-plugins', 'TaskOptions', tasks],
  ['preprocessor', 'processors/preprocessors', 'ProcessorOptions', preprocessors],
  ['postprocessor', 'processors/postprocessors', 'ProcessorOptions', postprocessors],
])(
  'the reference has a section for each %s, with the table of its options',
  (_what, page, component, plugins) => {
    const sections = sourceOf(page).split(/^## /m);
    const drawn = sections.flatMap((section) =>
      [...section.matchAll(new RegExp(`<${component} of="([^"]+)" />`, 'g'))].map(([, of]) => [
        section.split('\n')[0],
        of,
      ]),
    );
    expect(drawn).toEqual(plugins.map(({ name }) => [name, name]));
  },
);

test('the list of preprocessors has each once', () => {
  const listed = [...sourceOf('processors/preprocessors').matchAll(/^\| \[(\w+)\]\(#/gm)];
  expect(listed.map(([, name]) => name)).toEqual(preprocessors.map(({ name }) => name));
});

test('the table of tasks and the choice among them list each task once', () => {
  const names = tasks.map(({ name }) => name);
  expect(tasksTable().rows.map(([cell]) => cell)).toEqual(names.map((code) => ({ code })));
  const chosen = [...sourceOf('workflows/tasks').matchAll(/^\| [^|]+ \| \[([\w-]+)\]\(/gm)];
  expect(chosen.map(([, name]) => name)).toEqual(names);
});

test('the page of tones lists each tone once', () => {
  const listed = [...sourceOf('workflows/tones-and-strategies').matchAll(/^\| `([a-z]+)`/gm)];
  expect([...new Set(listed.map(([, name]) => name))]).toEqual(Object.keys(tones));
});

test("options of a task or processor that isn't there are refused", () => {
  expect(() => taskOptionsTable('none')).toThrow("'none'");
  expect(() => processorOptionsTable('none')).toThrow("'none'");
});

/** The part of an option's JSON Schema that its description is made from. */
interface OptionSchema {
  $ref?: string;
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

/** The tasks as committed in lib/config/tasks.json, from which the docs draw their tables and the consoles their forms. */
function printedTasks(): string {
  return printed(
    tasks.map(({ name, options, temperature, takesTone, division, decision }) => [
      name,
      {
        ...{ temperature, takesTone, splits: division !== undefined, callsModel: decision === undefined },
        options: printedOptions(options),
      },
    ]),
  );
}

/** The processors as committed in lib/config/processors.json, for the same. */
function printedProcessors(): string {
  return printed(
    Object.entries({ preprocessor: preprocessors, postprocessor: postprocessors }).flatMap(([kind, of]) =>
      of.map(({ name, summary, options }): [string, object] => [
        name,
        { kind, summary, options: printedOptions(options) },
      ]),
    ),
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
      if (items?.properties) return 'list of objects';
      return items?.enum ? `list of ${typeWords(items)}` : `list of strings${rangeWords(minItems, maxItems)}`;
    }
    case 'object':
      return schema.properties ? 'object' : objectWords(schema.additionalProperties || {});
    default:
      return schema.type ?? '';
  }
}

/** Only JSON refers to itself. The other objects with any values are JSON Schemas. */
function objectWords(values: OptionSchema): string {
  if (values.$ref) return 'object';
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
