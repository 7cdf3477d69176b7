import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

interface Options {
  ssr?: boolean;
  loading?: () => ReactNode;
}

/** `next/dynamic` for one component: fetched when it is first rendered. */
export default function dynamic<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading }: Options = {},
) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Dynamic(props: Props) {
    return (
      <Suspense fallback={loading?.()}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
