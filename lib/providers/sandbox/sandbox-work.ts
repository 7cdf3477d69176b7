/** The material of the sandbox's algorithms. */
export interface SandboxWork {
  /** Parsed by the task's own schema, so that defaults are in place. */
  options: unknown;
  /** The caller's own instructions; may be empty. */
  instructions: string;
  /** The name of a tone, as in lib/engine/tasks/shared-options. */
  tone: string;
  /** The material. */
  text: string;
  /** Whether the model is the one with longer, more complete output. */
  thorough: boolean;
}

/** Writes the whole reply to a piece of work: the same reply for the same work, in time linear in its text. */
export type Algorithm = (work: SandboxWork) => string;

/** How prose that the sandbox itself wrote begins, so that no reader takes it for a model's. */
export const SANDBOX_NOTICE = 'Sandbox output, written without an AI model.';
