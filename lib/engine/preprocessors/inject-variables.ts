import { z } from 'zod';
import { definePreprocessor, longestPrepared, PreprocessorProblem, tooLongOut } from './define-preprocessor';

/** Characters of a name, with the spaces around it. */
const LONGEST_NAME = 200;
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*$/u;

const mark = (value: string, meaning: string) => z.string().min(1).max(20).default(value).describe(meaning);

export const injectVariables = definePreprocessor({
  name: 'injectVariables',
  summary: 'Fills placeholders inside the text itself.',
  options: z.strictObject({
    values: z.looseObject({}).default({}).describe("Values besides the workflow's `variables`; these win."),
    on_missing: z
      .enum(['fail', 'keep', 'empty'])
      .default('fail')
      .describe('Without a value: fail the step, leave the placeholder, or put nothing.'),
    open: mark('{{', 'What a placeholder begins with.'),
    close: mark('}}', 'What a placeholder ends with.'),
  }),
  readsVariables: true,
  isLight: () => true,
  prepare(text, { values, on_missing, open, close }, { variables }) {
    /** The value for each name that was found. */
    const written = new Map<string, string | null>();
    const valueFor = (name: string): string | null => {
      let value = written.get(name);
      if (value === undefined) {
        value = asText(lookUp(values, name) ?? lookUp(variables, name));
        written.set(name, value);
      }
      return value;
    };
    const parts: string[] = [];
    let length = 0;
    const put = (part: string) => {
      length += part.length;
      if (length > longestPrepared) throw tooLongOut();
      parts.push(part);
    };
    let copied = 0;
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
      const start = at + open.length;
      const near = text.slice(start, start + LONGEST_NAME + close.length);
      const end = near.indexOf(close);
      const name = near.slice(0, Math.max(0, end)).trim();
      if (!NAME.test(name)) {
        // A mark may begin again after the first character of a mark.
        at += 1;
        continue;
      }
      const next = start + end + close.length;
      const value = valueFor(name);
      if (value === null && on_missing === 'fail')
        throw new PreprocessorProblem(`${name} has no value.`, 'VARIABLE_MISSING');
      put(text.slice(copied, at));
      put(value ?? (on_missing === 'keep' ? text.slice(at, next) : ''));
      copied = next;
      at = next;
    }
    put(text.slice(copied));
    return { text: parts.join('') };
  },
});

/** The value of a name with dots: own fields of objects, and entries of lists by their number. */
function lookUp(values: Record<string, unknown>, name: string): unknown {
  let value: unknown = values;
  for (const part of name.split('.')) {
    const isField = Array.isArray(value) ? /^\d+$/.test(part) : typeof value === 'object' && value !== null;
    if (!isField || !Object.hasOwn(value as object, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Null for a value that is missing. */
function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
