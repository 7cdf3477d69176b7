import { workflowLimits } from '@/lib/config/limits';
import type { Fault, StepInput, WorkflowMode } from '@/lib/engine/workflow';

/** Which steps wait for which, by position. */
export interface StepOrder {
  /** The steps that each step waits for directly. */
  waitsFor: number[][];
  /** The steps that each step reads unless it has an input of its own. */
  reads: number[][];
  /** All that each step waits for, directly or through others. */
  upstream: Set<number>[];
  /** 1 for steps without dependencies; otherwise, one more than the highest wave of their dependencies. */
  waves: number[];
  faults: Fault[];
}

/**
 * Orders steps by the workflow's mode (content/docs/workflows/execution-modes.mdx). A dependency with a fault is
 * skipped, so that the others can still be checked.
 */
export function orderSteps(mode: WorkflowMode, steps: readonly StepInput[]): StepOrder {
  const faults: Fault[] = [];
  const positions = new Map<string, number>();
  for (const [position, { id }] of steps.entries()) if (!positions.has(id)) positions.set(id, position);
  const waitsFor: number[][] = [];
  const reads: number[][] = [];
  for (const [position, { id, dependsOn }] of steps.entries()) {
    const before = mode === 'SEQUENTIAL' && position > 0 ? [position - 1] : [];
    const named: number[] = [];
    for (const [index, name] of (dependsOn ?? []).slice(0, workflowLimits.steps).entries()) {
      const path = `steps[${position}].dependsOn[${index}]`;
      const dependency = positions.get(name);
      if (mode === 'PARALLEL') {
        faults.push({
          path: `steps[${position}].dependsOn`,
          code: 'STEP_VALUE_INVALID',
          message:
            'The steps of a PARALLEL workflow depend on nothing. Remove dependsOn, or change the mode.',
        });
        break;
      } else if (dependency === undefined) {
        faults.push({ path, code: 'DEPENDENCY_UNKNOWN', message: `There is no step named ${name}.` });
      } else if (dependency === position) {
        faults.push({ path, code: 'DEPENDENCY_CYCLE', message: `The step ${id} waits for itself.` });
      } else if (mode === 'SEQUENTIAL' && dependency > position) {
        const message = `The step ${id} can't wait for ${name}, which comes later in a SEQUENTIAL workflow.`;
        faults.push({ path, code: 'DEPENDENCY_CYCLE', message });
      } else if (!named.includes(dependency)) {
        named.push(dependency);
      }
    }
    if (mode !== 'PARALLEL' && (dependsOn?.length ?? 0) > workflowLimits.steps)
      faults.push({
        path: `steps[${position}].dependsOn`,
        code: 'STEP_VALUE_INVALID',
        message: `A step depends on at most ${workflowLimits.steps} steps.`,
      });
    waitsFor.push([...new Set([...before, ...named])]);
    reads.push(dependsOn?.length ? named : before);
  }
  faults.push(...breakCircles(steps, waitsFor));
  const { upstream, waves } = followDependencies(waitsFor);
  return { waitsFor, reads, upstream, waves, faults };
}

/** Reports each circle once, and removes the dependency that closes it. */
function breakCircles(steps: readonly StepInput[], waitsFor: number[][]): Fault[] {
  const faults: Fault[] = [];
  const done = new Set<number>();
  const way: number[] = [];
  const visit = (position: number) => {
    way.push(position);
    for (const dependency of [...(waitsFor[position] ?? [])]) {
      const start = way.indexOf(dependency);
      if (start === -1) {
        if (!done.has(dependency)) visit(dependency);
        continue;
      }
      const names = [...way.slice(start), dependency].map((index) => steps[index]?.id);
      faults.push({
        path: `steps[${position}].dependsOn`,
        code: 'DEPENDENCY_CYCLE',
        message: `Steps wait for each other: ${names.join(' → ')}.`,
      });
      waitsFor[position] = (waitsFor[position] ?? []).filter((other) => other !== dependency);
    }
    way.pop();
    done.add(position);
  };
  for (const position of steps.keys()) if (!done.has(position)) visit(position);
  return faults;
}

/** @param waitsFor without circles */
export function followDependencies(waitsFor: number[][]): Pick<StepOrder, 'upstream' | 'waves'> {
  const upstream: Set<number>[] = [];
  const waves: number[] = [];
  const visit = (position: number) => {
    if (upstream[position]) return;
    const all = new Set<number>();
    let wave = 1;
    for (const dependency of waitsFor[position] ?? []) {
      visit(dependency);
      all.add(dependency);
      for (const further of upstream[dependency] ?? []) all.add(further);
      wave = Math.max(wave, (waves[dependency] ?? 0) + 1);
    }
    upstream[position] = all;
    waves[position] = wave;
  };
  for (const position of waitsFor.keys()) visit(position);
  return { upstream, waves };
}
