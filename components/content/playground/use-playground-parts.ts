import { useEffect, useState } from 'react';
import { docsTrees } from '@/lib/config/docs';

async function loadParts() {
  const [{ PlaygroundPanel }, sdl] = await Promise.all([import('./playground-panel'), fetchSchema()]);
  return { Panel: PlaygroundPanel, sdl };
}

/** @throws Error where the server cannot be reached or does not have it */
async function fetchSchema(): Promise<string> {
  const response = await fetch(`${docsTrees.devdocs.root}/schema.graphql`);
  if (!response.ok) throw new Error(`The schema was answered with ${response.status}.`);
  return response.text();
}

type Parts = Awaited<ReturnType<typeof loadParts>>;

/** The playground's heavy parts, fetched once the page stands: its screen, and the schema as SDL. */
export function usePlaygroundParts() {
  const [parts, setParts] = useState<Parts | null>(null);
  const [attempt, setAttempt] = useState({ failed: false });

  useEffect(() => {
    if (attempt.failed) return;
    let gone = false;
    loadParts().then(
      (loaded) => !gone && setParts(loaded),
      () => !gone && setAttempt({ failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);

  return { parts, failed: attempt.failed, retry: () => setAttempt({ failed: false }) };
}
