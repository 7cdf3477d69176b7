import type { Client } from 'urql';
import { read } from '@/bench/console/console-page';
import { userOptionsQuery } from '@/components/users/admin/use-user-options';

/** What the field that chooses a user asks for, on every page that has one. */
export const readUserChoice = (client: Client, accountId: string) =>
  read(client, userOptionsQuery, { accountId, search: null, limit: 101 });
