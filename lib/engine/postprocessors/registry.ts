import type { Postprocessor } from './define-postprocessor';

/** All postprocessors, as the reference lists them. */
export const postprocessors: readonly Postprocessor[] = [];

const byName = new Map(postprocessors.map((postprocessor) => [postprocessor.name, postprocessor]));

/** The postprocessor that a step names. Names are case-sensitive. */
export function postprocessorNamed(name: string): Postprocessor | undefined {
  return byName.get(name);
}
