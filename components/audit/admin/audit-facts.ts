import { fieldsOf } from '@/lib/format/json-fields';
import type { ToldEvent } from './audit-sentence';

/** Why a sign-in was refused, as the trail names it, in words. */
const reasons: Record<string, string> = {
  password: 'Wrong password',
  disabled: 'User disabled',
  rate_limit: 'Too many attempts',
};

/**
 * What the sentence of a refusal leaves out: reason and network address. A guesser makes many of these events, and they
 * are told in full that way; null for all others, whose metadata is shown (SPEC.md, section 2).
 */
export function auditFacts({ action, metadata }: Pick<ToldEvent, 'action' | 'metadata'>): string[] | null {
  if (!action.startsWith('user.refuse_')) return null;
  const { reason, address } = fieldsOf(metadata);
  const facts = [typeof reason === 'string' ? (reasons[reason] ?? reason) : null, address];
  return facts.filter((fact) => typeof fact === 'string');
}
