import type { ConsolePage } from '@/bench/console/console-page';
import type { ConsoleWorld } from '@/bench/console/console-world';
import { accountPages } from '@/bench/console/pages/account-pages';
import { auditPages } from '@/bench/console/pages/audit-pages';
import { keyPages } from '@/bench/console/pages/key-pages';
import { usagePages } from '@/bench/console/pages/usage-pages';
import { userPages } from '@/bench/console/pages/user-pages';

/** Every page of the console, as it opens and as it is narrowed, ordered and turned. */
export function consolePages(world: ConsoleWorld): ConsolePage[] {
  return [usagePages, userPages, keyPages, auditPages, accountPages].flatMap((pages) => pages(world));
}
