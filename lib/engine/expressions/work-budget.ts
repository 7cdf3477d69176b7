/**
 * The work that planning may do for all steps of a workflow together: counted, so that the verdict is the same on every
 * machine. All of it takes some 200 milliseconds. Pattern work is in instructions of RE2 (patterns.ts).
 */
export const planningWork = {
  'tags of templates': 5_000,
  'characters inside tags': 100_000,
  'characters of conditions': 50_000,
  'parts of JSON Schemas': 10_000,
  'instructions of patterns': 20_000,
} as const;

export type PlanningWork = keyof typeof planningWork;

/** Counts work before it is done. @throws WorkBudgetExceeded */
export type SpendWork = (what: PlanningWork, amount: number) => void;

/** A workflow whose check takes more work than a plan may. Its message is a sentence for its author. */
export class WorkBudgetExceeded extends Error {
  override readonly name = 'WorkBudgetExceeded';

  constructor(what: PlanningWork) {
    const most = planningWork[what].toLocaleString('en-US');
    super(`All steps together have at most ${most} ${what}. Simplify them, or split the workflow.`);
  }
}

/** A budget for one workflow. */
export function openWorkBudget(): SpendWork {
  const left: Record<PlanningWork, number> = { ...planningWork };
  return (what, amount) => {
    left[what] -= amount;
    if (left[what] < 0) throw new WorkBudgetExceeded(what);
  };
}
