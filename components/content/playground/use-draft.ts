import { useEffect, useState } from 'react';
import { type Draft, loadDraft, saveDraft } from './draft';

/** What the person is writing, as before the page was reloaded; at first, `first`. */
export function useDraft(userId: string, first: Draft) {
  const [draft, setDraft] = useState(
    () => loadDraft(userId) ?? { query: first.query, variables: first.variables },
  );
  useEffect(() => saveDraft(userId, draft), [userId, draft]);
  return [draft, setDraft] as const;
}
