'use client';

import { useSession } from '@/components/auth/use-session';
import { Failure } from '@/components/ui/failure';
import { PlaygroundSkeleton } from './playground-skeleton';
import { usePlaygroundParts } from './use-playground-parts';

/**
 * Where readers call the API from the page, as themselves. The editors and GraphQL itself are fetched after the
 * page's text. On wide screens it takes the table of contents' column too, where the page has no such table.
 */
export function Playground() {
  const { user } = useSession();
  const { parts, failed, retry } = usePlaygroundParts();
  return (
    <section aria-label="Playground" className="@container xl:[article:only-child_&]:mr-[-236px]">
      {parts && user ? (
        <parts.Panel key={user.id} sdl={parts.sdl} user={user} />
      ) : failed ? (
        <Failure message="The playground could not be loaded." onRetry={retry} />
      ) : (
        <PlaygroundSkeleton />
      )}
    </section>
  );
}
