import { TextLink } from '@/components/ui/text-link';
import type { OverviewData } from './overview-query';
import { cheapestSentence } from './period-words';

interface CheapestPlanProps {
  stats: OverviewData['accountDashboardStats'];
  planName: string;
}

/** The one line that names the cheapest plan at this pace, and where another one is chosen. */
export function CheapestPlan({ stats, planName }: CheapestPlanProps) {
  return (
    <p className="mt-4 text-[15px]">
      {cheapestSentence(stats, planName)}
      {stats.cheapestPlan.plan.plan_name === planName ? null : (
        <>
          {' Change it under '}
          <TextLink href="/dashboard/admin/account">Account Details</TextLink>.
        </>
      )}
    </p>
  );
}
