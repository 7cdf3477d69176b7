'use client';

import { lazy, Suspense } from 'react';

const NotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen')).NotFoundScreen,
}));

/**
 * The 404 page, which Next puts into the data of every other page, twice: what it consists of is left to a script that
 * only a missing page loads.
 *
 * @param builtIn the year the site was built
 */
export function LazyNotFound({ builtIn }: { builtIn: number }) {
  return (
    <Suspense>
      <NotFoundScreen builtIn={builtIn} />
    </Suspense>
  );
}
