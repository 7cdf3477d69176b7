import { keyStatus } from '@/lib/format/key-status';

/** What follows from deleting a key: nothing where it does not work any more, with the reason. */
export function deletionWords(key: Parameters<typeof keyStatus>[0]): string {
  const { word, reason } = keyStatus(key, Date.now());
  return word === 'Active' || word === 'Expires soon'
    ? 'What uses it stops working at once.'
    : `It works no more: ${word.toLowerCase()} ${reason}.`;
}
