import { Skeleton } from './skeleton';

/** Rows of the size of a table's, while it loads. */
export function TableSkeleton({ rows = 3 }: { rows?: number | undefined }) {
  return (
    <div className="border-rule border-t">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div className="border-rule border-b py-3" key={row}>
          <Skeleton className="h-[42px]" />
        </div>
      ))}
    </div>
  );
}
