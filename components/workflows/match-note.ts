import { foldText, wordsIn } from '@/lib/rules/search-text';
import type { FoundJob } from './use-jobs';

/**
 * Why a search has found a job, in a few words; null if the row shows all that was found.
 * @param words as they were searched
 * @param shown the columns of the list
 */
export function matchNote(job: FoundJob, words: string | null, shown: ReadonlySet<string>): string | null {
  const notes = wordsIn(words).flatMap((word) => hiddenPlace(job, foldText(word), shown) ?? []);
  return notes.length > 0 ? `Found in: ${[...new Set(notes)].join(', ')}` : null;
}

/** Where a word is that the row doesn't show; null if it shows it. */
function hiddenPlace(job: FoundJob, word: string, shown: ReadonlySet<string>): string | null {
  const { name, id, deepestError, errorCodes, models, apiKey } = job;
  const has = (text: string | null | undefined) => text != null && foldText(text).includes(word);
  if (has(name) || foldText(id).startsWith(word)) return null;
  if (shown.has('error') && has(deepestError?.code)) return null;
  if (shown.has('models') && models.some(has)) return null;
  if (shown.has('key') && (has(apiKey?.name) || apiKey?.id === word)) return null;
  const code = errorCodes.find(has);
  if (code !== undefined) return `error ${code}`;
  const model = models.find(has);
  if (model !== undefined) return `model ${model}`;
  if (has(apiKey?.name) || apiKey?.id === word) return `API key ${apiKey?.name}`;
  // All else that is searched, as far as a word folds here as it does there.
  return /^[\x20-\x7e]+$/.test(word) ? 'metadata' : null;
}
