import { CodeMarks } from '@/components/ui/code-marks';
import { type CostCause, signedCost } from './cost-difference';

/** Reasons for a cost, each with its amount. */
export function CauseList({ causes, label }: { causes: readonly CostCause[]; label: string }) {
  return (
    <ul aria-label={label} className="mt-1.5 grid gap-1">
      {causes.map(({ words, amount }) => (
        <li className="wrap-anywhere grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3" key={words}>
          <span className="text-right tabular-nums">{signedCost(amount)}</span>
          <span className="min-w-0">
            <CodeMarks text={`${words}.`} />
          </span>
        </li>
      ))}
    </ul>
  );
}
