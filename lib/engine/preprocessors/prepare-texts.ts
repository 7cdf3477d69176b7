import {
  type HiddenValue,
  isPreparable,
  PreprocessorProblem,
  tooLongIn,
  tooLongOut,
} from './define-preprocessor';
import { createHider, hideKnown, isDistinctive } from './hide-known';
import { preprocessorNamed } from './registry';

/** Values that are hidden in a step: the server's own thread puts them back. */
const mostHidden = 50_000;

/** A preprocessor or postprocessor that a step lists, with its options as its own schema has parsed them. */
export interface ProcessorEntry {
  name: string;
  options: unknown;
}

/** The texts that a step sends to a model, and the values of their placeholders. */
export interface StepTexts {
  text: string;
  instructions: string;
  /** Of the step's task. All values are JSON. */
  options: unknown;
  hidden: readonly HiddenValue[];
}

/** The material of a step's preprocessors. */
export interface StepMaterial extends Omit<StepTexts, 'hidden'> {
  entries: readonly ProcessorEntry[];
  variables: Record<string, unknown>;
  file: { name: string; text: string } | null;
}

/** The work of one of them. */
export interface Preparation extends StepTexts {
  entry: ProcessorEntry;
  variables: Record<string, unknown>;
  file: { name: string; text: string } | null;
}

/**
 * Runs the preprocessors of a step, each on the previous one's result.
 * @param prepare runs one of them, here or elsewhere
 * @throws PreprocessorProblem of the first that fails
 */
export async function prepareTexts(
  { entries, variables, file, ...given }: StepMaterial,
  prepare: (preparation: Preparation) => Promise<StepTexts>,
): Promise<StepTexts> {
  let texts: StepTexts = { ...given, hidden: [] };
  for (const entry of entries) {
    const { readsFile, readsVariables } = preprocessorNamed(entry.name) ?? {};
    texts = await prepare({
      ...texts,
      entry,
      // Unread values aren't sent to another process.
      variables: readsVariables ? variables : {},
      file: file && { name: file.name, text: readsFile ? file.text : '' },
    });
  }
  return texts;
}

/**
 * Runs one preprocessor. Values that it or an earlier one has hidden are hidden in the whole step: in text,
 * instructions and options, whatever its source.
 * @throws PreprocessorProblem whose message begins with the name of the preprocessor
 */
export async function prepareWith(preparation: Preparation): Promise<StepTexts> {
  try {
    return await prepared(preparation);
  } catch (error) {
    if (!(error instanceof PreprocessorProblem)) throw error;
    throw new PreprocessorProblem(`${preparation.entry.name}: ${error.message}`, error.code);
  }
}

async function prepared({ entry, variables, file, ...before }: Preparation): Promise<StepTexts> {
  const preprocessor = preprocessorNamed(entry.name);
  if (!preprocessor) throw new Error(`There is no preprocessor named ${entry.name}.`);
  if (!isPreparable(before.text)) throw tooLongIn();
  let { text, instructions, hidden } = before;
  const otherTexts = preprocessor.coversInstructions
    ? [text, instructions, JSON.stringify(before.options)]
    : [];
  const prepare = async (what: string) => {
    const made = await preprocessor.prepare(what, entry.options, { variables, file, hidden, otherTexts });
    if (made.hidden) hidden = [...hidden, ...made.hidden];
    if (hidden.length > mostHidden)
      throw new PreprocessorProblem(`it finds more than ${mostHidden.toLocaleString('en-US')} values.`);
    return made.text;
  };
  text = await prepare(text);
  if (preprocessor.coversInstructions && instructions !== '') instructions = await prepare(instructions);
  if (!isPreparable(text)) throw tooLongOut();
  if (hidden.length === 0) return { ...before, text, instructions };
  // A plain word that is a password in one place may be a word in another.
  const hide = createHider(hidden.filter(({ placeholder, value }) => !isMaybeWord(placeholder, value)));
  return {
    text: hide(text),
    instructions: hideKnown(instructions, hidden),
    options: mapTexts(before.options, hide),
    hidden,
  };
}

/** Whether a value may be a word of another meaning elsewhere. An address, however short, never is. */
const isMaybeWord = (placeholder: string, value: string): boolean =>
  placeholder.startsWith('[TOKEN_') && !isDistinctive(value);

/** A JSON value with its texts changed, the names of fields included. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [change(name), mapTexts(field, change)]),
  );
}
