import { Skeleton } from '@/components/ui/skeleton';

const rows = ['first', 'second', 'third'];

/** Three rows of the size of the table's. */
export function KeysSkeleton() {
  return (
    <div className="border-rule border-t">
      {rows.map((row) => (
        <div className="border-rule border-b py-3" key={row}>
          <Skeleton className="h-[42px]" />
        </div>
      ))}
    </div>
  );
}
