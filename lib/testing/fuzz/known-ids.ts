import type { RecordIds } from '@/lib/testing/tenancy/two-accounts';

/** Inputs are made before there are records: they name one as `@own.user@`, and are sent with its id. */
const kinds = [
  'account',
  'user',
  'session',
  'apiKey',
  'template',
  'execution',
  'invoice',
  'auditEvent',
] as const satisfies (keyof RecordIds)[];

/** A name for each record of the caller's account and of the other one. */
export const recordNames = (['own', 'foreign'] as const).flatMap((whose) =>
  kinds.map((kind) => `@${whose}.${kind}@`),
);

/** Puts ids in the place of records' names. */
export function withIds(text: string, sides: Record<'own' | 'foreign', RecordIds>): string {
  return text.replace(/@(own|foreign)\.(\w+)@/g, (name, whose: 'own' | 'foreign', kind: string) => {
    const found = kinds.find((known) => known === kind);
    return found ? sides[whose][found] : name;
  });
}
