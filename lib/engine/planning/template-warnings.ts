import { z } from 'zod';
import { workflowLimits } from '@/lib/config/limits';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Step, Workflow } from '@/lib/engine/workflow';
import { didYouMean } from '@/lib/rules/did-you-mean';

/** Something in a workflow that can run, but probably isn't meant. */
export interface PlanWarning {
  /** As of a fault. */
  path: string;
  message: string;
}

/** Variables that a misspelled name is compared with. */
const MOST_COMPARED = 200;
/** Liquid has them for each list and object. */
const ofLiquid = new Set(['size', 'first', 'last']);

const templates = ['instructions', 'input'] as const;

/** The names that templates read and nothing will have, so that they render as an empty text. */
export function templateWarnings({
  steps,
  variables,
}: Pick<Workflow, 'steps' | 'variables'>): readonly PlanWarning[] {
  const warnings: PlanWarning[] = [];
  const named = new Map(steps.map((step) => [step.id, step]));
  for (const [position, { expressionReads }] of steps.entries())
    for (const template of templates) {
      const reads = expressionReads?.[template];
      const warn = (message: string) => warnings.push({ path: `steps[${position}].${template}`, message });
      for (const name of reads?.variables ?? []) {
        if (warnings.length === workflowLimits.warnings) return warnings;
        if (!Object.hasOwn(variables, name)) warn(noVariable(name, Object.keys(variables)));
      }
      for (const [id, field] of reads?.fields ?? []) {
        if (warnings.length === workflowLimits.warnings) return warnings;
        const step = named.get(id);
        const known = step ? fieldsOfOutput(step) : null;
        if (known && !known.includes(field) && !ofLiquid.has(field)) warn(noField(id, field, known));
      }
    }
  return warnings;
}

const quoted = (name: string): string => `"${name.length > 60 ? `${name.slice(0, 60)}…` : name}"`;

const noVariable = (name: string, known: readonly string[]): string =>
  `The request has no variable ${quoted(name)}, so it renders as nothing.${didYouMean(name, known.slice(0, MOST_COMPARED))}`;

const noField = (id: string, field: string, known: readonly string[]): string =>
  `The output of the step ${id} has no field ${quoted(field)}, so it renders as nothing.${didYouMean(field, known)}`;

/** The fields that each output of a step has; null if that isn't known before. */
function fieldsOfOutput({ task: name, options }: Pick<Step, 'task' | 'options'>): readonly string[] | null {
  const task = taskNamed(name);
  if (!task) return null;
  if (task.output instanceof z.ZodObject) return Object.keys(task.output.shape);
  return task.fieldsOf?.(options) ?? null;
}
