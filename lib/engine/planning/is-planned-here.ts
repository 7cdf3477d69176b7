import { isSmall } from '@/lib/engine/expressions/scope';
import { isLiteralTemplate } from '@/lib/engine/expressions/template';
import { namesSchema } from '@/lib/engine/tasks/names-schema';
import type { StepsToPlan } from './plan-steps';

/** Characters and values of all options that are checked in the server's process: a millisecond of work. */
const fewOptions = 10_000;

/**
 * Whether the server plans steps in its own process, as it does for most calls: they have nothing to parse or compile,
 * no condition, template, or JSON Schema, and few options.
 */
export const isPlannedHere = ({ steps }: StepsToPlan): boolean =>
  steps.every(
    ({ condition, instructions, input, options }) =>
      condition == null &&
      isLiteralTemplate(instructions ?? '') &&
      isLiteralTemplate(input ?? '') &&
      !namesSchema(options),
  ) &&
  isSmall(
    steps.map(({ options, preprocessors }) => [options, preprocessors]),
    fewOptions,
  );
