import { countComparisons } from '@/lib/engine/expressions/condition';
import { isSmall, type Scope } from '@/lib/engine/expressions/scope';
import { countNamedValues } from '@/lib/engine/expressions/template';
import { namesSchema, patternsIn } from '@/lib/engine/planning/option-problems';
import type { StepsToPlan } from '@/lib/engine/planning/plan-steps';
import type { Preparation } from '@/lib/engine/preprocessors/prepare-texts';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import type { Reading } from '@/lib/engine/tasks/read-task';
import { nestsDeeper } from '@/lib/rules/json';

/** Characters of a text that is read or written here: the slowest takes about ten milliseconds. */
const shortText = 2_000;
/**
 * Characters and values of all that a light preprocessor reads: of the slowest texts, these take some ten milliseconds.
 */
export const shortPreparation = 10_000;
/** Characters of a text of which parts are looked up. */
const shortMaterial = 16_000;
/** Options are gone through for each value of a text, at up to a quarter of a microsecond. */
const mostComparisons = 50_000;
const mostOptions = 4_000;
/** Characters and values of all options that are checked in the server's process: a millisecond of work. */
const mostPlannedOptions = 10_000;

/** Levels of lists and objects of which all types together take little memory. */
const fewLevels = 2;

/** Tags of all templates that are parsed or rendered at once: some ten microseconds each. */
const mostTags = 50;

/** The tags of short templates that only write values by their names; null if there is more to them. */
function countLightTags(sources: readonly string[]): number | null {
  if (sources.reduce((sum, { length }) => sum + length, 0) > shortMaterial) return null;
  let tags = 0;
  for (const source of sources) {
    const count = countNamedValues(source);
    if (count === null) return null;
    tags += count;
  }
  return tags <= mostTags ? tags : null;
}

/** Whether rendering templates can't take long, whatever the values that they write: each tag may write all of them. */
export function isLightRendering(sources: readonly string[], scope: Scope): boolean {
  const tags = countLightTags(sources);
  return tags !== null && isSmall(scope, shortPreparation / Math.max(1, tags));
}

/**
 * Whether deciding a condition can't take long, whatever the values that it compares. These nest little: the package
 * keeps a type for each shape that it has ever met, and callers choose the shapes.
 */
export function isLightCondition(source: string, scope: Scope): boolean {
  const comparisons = countComparisons(source);
  return (
    comparisons !== null &&
    isSmall(scope, shortPreparation / comparisons) &&
    !nestsDeeper(scope.variables, fewLevels) &&
    !Object.values(scope.steps).some(({ output }) => nestsDeeper(output, fewLevels))
  );
}

/**
 * Whether the server plans steps in its own process, as it does for most calls: they have little to parse and nothing
 * to compile. There is no condition, JSON Schema, or pattern, templates only name values, and the options are few.
 */
export const isLightPlan = ({ steps }: StepsToPlan): boolean =>
  steps.every(
    ({ condition, options, preprocessors, postprocessors }) =>
      condition == null &&
      !namesSchema(options) &&
      [...(preprocessors ?? []), ...(postprocessors ?? [])].every(
        (entry) => patternsIn(entry.options).length === 0 && !namesSchema(entry.options),
      ),
  ) &&
  countLightTags(steps.flatMap(({ instructions, input }) => [instructions ?? '', input ?? ''])) !== null &&
  isSmall(
    steps.map(({ options, preprocessors, postprocessors }) => [options, preprocessors, postprocessors]),
    mostPlannedOptions,
  );

/** Whether a reading can't take long, whatever its text says. */
export function isLightReading({ options, material, reply }: Reading): boolean {
  const text = reply?.text ?? material;
  return text.length <= shortText && material.length <= shortMaterial && isLightFor(text, options);
}

/** Whether a preprocessor can't take long. */
export function isLightPreparation({
  entry,
  text,
  instructions,
  options,
  hidden,
  variables,
  file,
}: Preparation): boolean {
  const preprocessor = preprocessorNamed(entry.name);
  return (
    isSmall([text, instructions, options, hidden, entry.options, variables], shortPreparation) &&
    preprocessor?.isLight?.(text, entry.options, { variables, file, hidden }) === true
  );
}

/** Whether the sandbox can't take long with a piece of work. */
export const isLightWork = ({
  text,
  instructions,
  options,
}: Record<'text' | 'instructions', string> & { options: unknown }) =>
  instructions.length <= shortText && text.length <= shortText && isLightFor(text, options);

/** Whether it can't take long to check options: a schema among them is compiled. */
export const isLightOptions = (options: unknown): boolean =>
  !namesSchema(options) && isSmall(options, mostOptions);

const isLightFor = (text: string, options: unknown): boolean =>
  isLightOptions(options) && isSmall(options, mostComparisons / (1 + valuesIn(text)));

/** At least as many as a text has values in JSON, CSV, YAML or XML. */
const valuesIn = (text: string): number => text.match(/[[{,\n<]/g)?.length ?? 0;
