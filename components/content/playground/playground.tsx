'use client';
import { useEffect, useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { docsTrees } from '@/lib/config/docs';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';

/**
 * Calls the API from the page as the signed-in reader. The editors and GraphQL itself are fetched after the page's text.
 * On wide screens it also takes the column of the table of contents if the page has none.
 */
export function Playground() {
  const { user } = useSession();
  const { parts, failed, retry } = usePlaygroundParts();
  return (
    <section aria-label="Playground" className="@container xl:[article:only-child_&]:w-[calc(100cqw+236px)]">
      {parts && user ? (
        <parts.Panel key={user.id} sdl={parts.sdl} user={user} />
      ) : failed ? (
        <Failure message="The playground couldn't be loaded." onRetry={retry} />
      ) : (
        <PlaygroundSkeleton />
      )}
    </section>
  );
}

async function loadParts() {
  const [{ PlaygroundPanel }, sdl] = await Promise.all([import('./playground-panel'), fetchSchema()]);
  return { Panel: PlaygroundPanel, sdl };
}

/** @throws Error if the server can't be reached or doesn't have the schema */
async function fetchSchema(): Promise<string> {
  const response = await fetch(`${docsTrees.devdocs.root}/schema.graphql`);
  if (!response.ok) throw new Error(`The request for the schema returned ${response.status}.`);
  return response.text();
}

type Parts = Awaited<ReturnType<typeof loadParts>>;

/** The playground's heavy parts, fetched after the page: its panel, and the schema as SDL. */
function usePlaygroundParts() {
  const [parts, setParts] = useState<Parts | null>(null);
  const [attempt, setAttempt] = useState({ failed: false });

  useEffect(() => {
    if (attempt.failed) return;
    let gone = false;
    unlessLeaving(loadParts()).then(
      (loaded) => !gone && setParts(loaded),
      () => !gone && setAttempt({ failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);

  return { parts, failed: attempt.failed, retry: () => setAttempt({ failed: false }) };
}

/** As high as the playground, in one column and in two. */
function PlaygroundSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        Loading the playground...
      </p>
      <Skeleton className="h-[179px] @sm:h-[129px] @2xl:h-[71px]" />
      <div className="mt-3 grid gap-3 @2xl:grid-cols-2">
        <Skeleton className="h-[504px]" />
        <Skeleton className="h-[380px] @2xl:h-[504px]" />
      </div>
      <Skeleton className="mt-2 h-[67px] @lg:h-[44px] @2xl:h-[22px]" />
    </>
  );
}
