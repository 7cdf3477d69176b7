import { useEffect, useRef, useState } from 'react';

/** Characters of a draft that is kept. */
const MOST_KEPT = 500_000;

/** The person's draft in this tab; another person's isn't shown. */
function loadDraft<Draft extends object>(storageKey: string, userId: string, empty: Draft): Draft {
  try {
    const { userId: owner, ...draft } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return owner === userId ? { ...empty, ...draft } : empty;
  } catch {
    return empty;
  }
}

function saveDraft(storageKey: string, userId: string, draft: object): void {
  try {
    const text = JSON.stringify({ userId, ...draft });
    if (text.length > MOST_KEPT) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, text);
  } catch {
    // If storage is denied, the draft ends with the page.
  }
}

/** The person's draft, which survives leaving the page until the tab is closed or it is forgotten. */
export function useStoredDraft<Draft extends object>(storageKey: string, userId: string, empty: Draft) {
  const [draft, setDraft] = useState(() => loadDraft(storageKey, userId, empty));
  const isForgotten = useRef(false);
  useEffect(() => {
    if (!isForgotten.current) saveDraft(storageKey, userId, draft);
  }, [storageKey, userId, draft]);
  const change = (part: Partial<Draft>) => {
    isForgotten.current = false;
    setDraft((before) => ({ ...before, ...part }));
  };
  /** The page keeps it until it's left. */
  const forget = () => {
    isForgotten.current = true;
    try {
      sessionStorage.removeItem(storageKey);
    } catch {
      // If storage is denied, nothing was kept.
    }
  };
  return [draft, change, forget] as const;
}
