import { keyStatus } from '@/lib/rules/key-status';

/** Whether a key works now, by its own status. */
export function keyWorks(key: Parameters<typeof keyStatus>[0]): boolean {
  return ['Active', 'Expires soon'].includes(keyStatus(key, Date.now()).word);
}
