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

/** Names that a misspelled one is compared with. */
const MOST_COMPARED = 200;
/** Liquid has them for each list and object. */
const ofLiquid = new Set(['size', 'first', 'last']);

const templates = ['instructions', 'input'] as const;

/** Names that templates write and nothing will have: they render as an empty text. */
export function templateWarnings({
  steps,
  variables,
}: Pick<Workflow, 'steps' | 'variables'>): readonly PlanWarning[] {
  const warnings = new Map<string, PlanWarning>();
  const ofVariables = new Set(Object.keys(variables));
  const ofOutputs = new Map<string, ReadonlySet<string> | null>();
  const named = new Map(steps.map((step) => [step.id, step]));
  const knownIn = (id: string) => {
    const step = named.get(id);
    const known = ofOutputs.get(id) ?? (step ? fieldsOfOutput(step) : null);
    ofOutputs.set(id, known);
    return known;
  };
  for (const [position, { expressionReads }] of steps.entries())
    for (const template of templates)
      for (const name of expressionReads?.[template]?.names ?? []) {
        if (warnings.size === workflowLimits.warnings) return [...warnings.values()];
        const [, step, field] = /^steps\.([^.]+)\.output\.(.*)$/s.exec(name) ?? [];
        const missing = field ?? name.slice('variables.'.length);
        const known = step === undefined ? ofVariables : knownIn(step);
        if (!known || known.has(missing) || ofLiquid.has(missing)) continue;
        const path = `steps[${position}].${template}`;
        const message = `${step === undefined ? 'The request has no variable' : `The output of the step ${step} has no field`} ${quoted(missing)}, so it renders as nothing.${didYouMean(missing, [...known].slice(0, MOST_COMPARED))}`;
        warnings.set(`${path} ${message}`, { path, message });
      }
  return [...warnings.values()];
}

const quoted = (name: string): string => `"${name.length > 60 ? `${name.slice(0, 60)}…` : name}"`;

/** The fields that each output of a step has; null if that isn't known before. */
function fieldsOfOutput({ task: name, options }: Pick<Step, 'task' | 'options'>): ReadonlySet<string> | null {
  const task = taskNamed(name);
  if (!task) return null;
  if (task.output instanceof z.ZodObject) return new Set(Object.keys(task.output.shape));
  const fields = task.fieldsOf?.(options);
  return fields ? new Set(fields) : null;
}
