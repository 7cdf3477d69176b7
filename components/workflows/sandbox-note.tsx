import type { JobStep } from './job';

/** Whether a step's output comes from the built-in provider that needs no network. */
export const isFromSandbox = ({ model }: Pick<JobStep, 'model'>): boolean =>
  model?.startsWith('sandbox/') ?? false;

/** Says that no AI model wrote the output above it. */
export function SandboxNote() {
  return (
    <p className="mt-1.5 text-[13.5px] text-muted">
      Sandbox output: made by text algorithms, not by an AI model.
    </p>
  );
}
