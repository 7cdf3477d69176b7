import { etagOf } from '@/lib/server/etag';
import type { Account } from '@/prisma/generated/prisma/client';

/** Names the state of an account's record: another one as soon as a field that can change differs. */
export const accountEtag = ({ name, planId, status, settings }: Account) =>
  etagOf({ name, planId, status, settings });
