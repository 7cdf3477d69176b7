import { addFileContext } from './add-file-context';
import type { Preprocessor } from './define-preprocessor';
import { enforceTokenLimit } from './enforce-token-limit';
import { injectVariables } from './inject-variables';
import { normalizeCodeFormat } from './normalize-code-format';
import { removeDebugCode } from './remove-debug-code';
import { standardizeEncoding } from './standardize-encoding';
import { stripSensitiveData } from './strip-sensitive-data';

/** All preprocessors, as the reference lists them. */
export const preprocessors: readonly Preprocessor[] = [
  stripSensitiveData,
  removeDebugCode,
  normalizeCodeFormat,
  addFileContext,
  standardizeEncoding,
  injectVariables,
  enforceTokenLimit,
];

const byName = new Map(preprocessors.map((preprocessor) => [preprocessor.name, preprocessor]));

/** The preprocessor that a step names. Names are case-sensitive. */
export function preprocessorNamed(name: string): Preprocessor | undefined {
  return byName.get(name);
}
