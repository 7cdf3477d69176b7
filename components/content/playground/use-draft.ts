import { useEffect, useState } from 'react';
import { brand } from '@/lib/config/brand';

/** The request that is being written. */
export interface Draft {
  query: string;
  /** JSON, as written; can be empty or invalid. */
  variables: string;
}

const MAX_LENGTH = 20_000;

/** The user's draft in this tab, or null; another user's draft isn't shown. */
function loadDraft(userId: string): Draft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(brand.draftKey) ?? 'null');
    return stored?.userId === userId ? { query: stored.query, variables: stored.variables } : null;
  } catch {
    return null;
  }
}

/** Keeps the draft until the tab closes, unless it's very long or the storage is denied. */
function saveDraft(userId: string, { query, variables }: Draft): void {
  try {
    if (query.length + variables.length > MAX_LENGTH) sessionStorage.removeItem(brand.draftKey);
    else sessionStorage.setItem(brand.draftKey, JSON.stringify({ userId, query, variables }));
  } catch {
    // If storage is denied, the draft ends with the page.
  }
}

/** The user's draft, which survives a reload of the page; `first` if there's none. */
export function useDraft(userId: string, first: Draft) {
  const [draft, setDraft] = useState(
    () => loadDraft(userId) ?? { query: first.query, variables: first.variables },
  );
  useEffect(() => saveDraft(userId, draft), [userId, draft]);
  return [draft, setDraft] as const;
}
