import { RE2JS, RE2JSException } from 're2js';
import { mostPatternWork, patternWork } from './pattern-work';
import type { SpendWork } from './work-budget';

/**
 * What is wrong with a pattern, as a sentence without its end; null if it can be used.
 * @param spend called before it is compiled
 */
export function patternProblem(pattern: string, spend: SpendWork): string | null {
  const work = patternWork(pattern);
  if (work > mostPatternWork)
    return 'the pattern takes too much work to compile. Use fewer or smaller repetitions, classes, and ranges';
  spend('instructions of patterns', work);
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
