import { type RecordIds, recordKinds } from '@/testing/tenancy/two-accounts';

/**
 * A name for each record of the caller's account and of the other one. Inputs are made before there are records: they
 * name one as `@own.user@`, and are sent with its id.
 */
export const recordNames = (['own', 'foreign'] as const).flatMap((whose) =>
  recordKinds.map((kind) => `@${whose}.${kind}@`),
);

/** Puts ids in the place of records' names. */
export function withIds(text: string, sides: Record<'own' | 'foreign', RecordIds>): string {
  return text.replace(/@(own|foreign)\.(\w+)@/g, (name, whose: 'own' | 'foreign', kind: string) => {
    const found = recordKinds.find((known) => known === kind);
    return found ? sides[whose][found] : name;
  });
}
