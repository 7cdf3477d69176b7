'use client';

import { lazy, Suspense } from 'react';

const NotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen')).NotFoundScreen,
}));

/**
 * The 404 page. Next puts it into the data of every other page, twice, so its content is in a script that only a
 * missing page loads.
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
