import { keyStatus } from '@/lib/format/key-status';

/** Whether a key works now, by its own status. */
export function keyWorks(key: Parameters<typeof keyStatus>[0]): boolean {
  return ['Active', 'Expires soon'].includes(keyStatus(key, Date.now()).word);
}
