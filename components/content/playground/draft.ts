import { brand } from '@/lib/config/brand';

/** What is being written. */
export interface Draft {
  query: string;
  /** JSON, as written; may be empty or wrong. */
  variables: string;
}

const MAX_LENGTH = 20_000;

/** The draft that this tab keeps of the person, or null; one of somebody else is not shown. */
export function loadDraft(userId: string): Draft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(brand.draftKey) ?? 'null');
    return stored?.userId === userId ? { query: stored.query, variables: stored.variables } : null;
  } catch {
    return null;
  }
}

/** Keeps the draft for as long as the tab lives; a very long one, or one the storage denies, is not kept. */
export function saveDraft(userId: string, { query, variables }: Draft): void {
  try {
    if (query.length + variables.length > MAX_LENGTH) sessionStorage.removeItem(brand.draftKey);
    else sessionStorage.setItem(brand.draftKey, JSON.stringify({ userId, query, variables }));
  } catch {
    // Storage may be denied: the draft then ends with the page.
  }
}
