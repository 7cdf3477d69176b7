import { keyStatus } from '@/lib/rules/key-status';
import { keyWorks } from './key-works';

/** What follows from deleting a key: nothing where it does not work any more, with the reason. */
export function deletionWords(key: Parameters<typeof keyStatus>[0]): string {
  if (keyWorks(key)) return 'What uses it stops working at once.';
  const { word, reason } = keyStatus(key, Date.now());
  return `It works no more: ${word.toLowerCase()} ${reason}.`;
}
