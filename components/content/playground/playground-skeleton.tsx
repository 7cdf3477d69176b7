import { Skeleton } from '@/components/ui/skeleton';

/** As high as the playground, in one column and in two. */
export function PlaygroundSkeleton() {
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
