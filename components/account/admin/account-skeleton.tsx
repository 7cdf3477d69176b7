import { Skeleton } from '@/components/ui/skeleton';

/** The place of the account's profile and plan. */
export function AccountSkeleton() {
  return (
    <div className="grid gap-x-12 xl:grid-cols-2">
      {['profile', 'plan'].map((part) => (
        <div className="border-rule border-t pt-6 pb-9" key={part}>
          <Skeleton className="mb-3 h-7 w-44" />
          <Skeleton className="h-[203px]" />
        </div>
      ))}
    </div>
  );
}
