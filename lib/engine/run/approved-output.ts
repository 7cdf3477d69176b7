import { workflowLimits } from '@/lib/config/limits';
import type { StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import { AwaitsApproval, Parked, StepFailure } from '@/lib/engine/run/run-error';
import type { StepRun } from '@/lib/engine/run/step-run';
import { structureIn } from '@/lib/engine/tasks/approval';
import type { PersonalDecision } from '@/lib/engine/tasks/define-task';
import { formatBytes, formatQuantity } from '@/lib/format/number';

const { textBytes, instructions: longestInstructions } = workflowLimits.approval;

/** Waits on if a step has asked a person, and neither a decision nor the end of its time has come. @throws Parked */
export function awaitDecision({ states, position, engine }: StepRun): void {
  const { approval } = states[position] ?? {};
  if (approval && approval.decidedAt === null && approval.expiresAt > engine.clock.now())
    throw new Parked(approval.expiresAt);
}

/**
 * The output of a step that a person decides, without the hidden values.
 * @throws AwaitsApproval if nobody has been asked yet; StepFailure if it was refused, or nobody decided in time
 */
export async function approvedOutput(
  run: StepRun,
  { timeout, onTimeout, approved }: PersonalDecision<unknown, unknown>,
  { text, instructions, options }: StepTexts,
): Promise<unknown> {
  if (!run.states[run.position]?.approval) {
    const now = run.engine.clock.now();
    throw new AwaitsApproval({ ...asked(text, instructions), expiresAt: now + timeout(options) * 1_000 });
  }
  const { state, text: decided, reason } = await run.closeApproval();
  if (state === 'TIMED_OUT') {
    const message = `Nobody decided within ${inWords(timeout(options))}.`;
    if (onTimeout(options) === 'APPROVE') return approved(decided, false);
    throw new StepFailure(
      onTimeout(options) === 'REFUSE' ? 'APPROVAL_REFUSED' : 'APPROVAL_TIMED_OUT',
      message,
    );
  }
  if (state === 'REFUSED')
    throw new StepFailure(
      'APPROVAL_REFUSED',
      reason === null ? 'It was refused without a reason.' : `It was refused: ${reason}`,
    );
  return approved(decided, state === 'EDITED');
}

/** @throws StepFailure if a person can't be asked about a text of that length */
function asked(text: string, instructions: string) {
  const bytes = Buffer.byteLength(text);
  if (bytes > textBytes)
    throw new StepFailure(
      'PROMPT_TOO_LONG',
      `The text to approve has ${formatBytes(bytes)}, and at most ${formatBytes(textBytes)} are shown to a person.`,
    );
  if (instructions.length > longestInstructions)
    throw new StepFailure(
      'PROMPT_TOO_LONG',
      `The instructions for a person have at most ${longestInstructions.toLocaleString('en-US')} characters.`,
    );
  return { text, isJson: structureIn(text) !== null, instructions };
}

const units = [
  [86_400, { one: 'day', other: 'days' }],
  [3_600, { one: 'hour', other: 'hours' }],
  [60, { one: 'minute', other: 'minutes' }],
  [1, { one: 'second', other: 'seconds' }],
] as const;

/** Seconds in the largest unit of which they are a whole number: `7 days`, `90 minutes`. */
export function inWords(seconds: number): string {
  const [length, words] = units.find(([unit]) => seconds % unit === 0) ?? [1, units[3][1]];
  return formatQuantity(seconds / length, words);
}
