import { Skeleton } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber } from '@/components/ui/stat';

/** Keeps the line where words will stand. */
export const noteLine = '\u00a0';

/** So many cells of a `StatRow`, each as high as a fact of two lines, whatever the size of the text. */
export function FactSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `fact ${index}`).map((key) => (
    <StatCell key={key}>
      <div aria-hidden="true" className="relative">
        <div className="invisible">
          <p>
            <StatNumber>0</StatNumber>
          </p>
          <StatCaption>{noteLine}</StatCaption>
        </div>
        <Skeleton className="absolute inset-0 max-w-[200px]" />
      </div>
    </StatCell>
  ));
}
