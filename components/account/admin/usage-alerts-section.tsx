'use client';
import { type FormEvent, useState } from 'react';
import { AccountSection } from '@/components/account/sections';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form';
import { TextLink } from '@/components/ui/link';
import { Outcome, type Result } from '@/components/ui/outcome';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { usageAlertPercents } from '@/lib/config/plans';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { type AccountRecord, alertingAt, type ChangeAccount } from './use-account';

interface UsageAlertsProps {
  account: AccountRecord;
  change: ChangeAccount;
}

/** The percentages of its limit at which the account is alerted, to be chosen. */
export function UsageAlerts({ account, change }: UsageAlertsProps) {
  // Null until something is chosen: the record may be read again under the form.
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const stored = account.usage_alerts;
  const percents = chosen ?? stored;
  const isChanged = percents.join() !== stored.join();

  const choose = (percent: number, checked: boolean) => {
    setResult(null);
    setChosen(usageAlertPercents.filter((each) => (each === percent ? checked : percents.includes(each))));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setResult(null);
    setPending(true);
    try {
      if (isChanged) await change(alertingAt(percents));
      setChosen(null);
      setResult({
        done: true,
        text: percents.length > 0 ? 'Usage alerts saved.' : 'Usage alerts turned off.',
      });
    } catch (error) {
      setResult({ done: false, text: messageOf(error) });
    } finally {
      setPending(false);
    }
  };

  return (
    <AccountSection title="Usage Alerts">
      <form noValidate onSubmit={save}>
        <UnsavedChanges when={isChanged} />
        <p className="max-w-[640px] text-[15px] text-muted">
          {account.plan.max_workflows === null ? (
            `${account.plan.plan_name} has no limit, so it has no alerts. Your choice applies on a plan with a limit.`
          ) : (
            <>
              When the month's executions reach a chosen percentage of its limit,{' '}
              <TextLink href="/dashboard/admin">Dashboard Overview</TextLink> and{' '}
              <TextLink href="/dashboard/admin/audit-logs">Audit Logs</TextLink> show it. Switchyard sends no
              email.
            </>
          )}
        </p>
        <fieldset className="mt-3">
          <legend className="mb-1 font-semibold text-[14px]">Alert at</legend>
          <div className="flex flex-wrap gap-x-5">
            {usageAlertPercents.map((percent) => (
              <Checkbox
                checked={percents.includes(percent)}
                key={percent}
                label={`${percent}%`}
                name={`alert_${percent}`}
                onChange={(event) => !pending && choose(percent, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
        <div className="mt-3 flex min-h-[34px] flex-wrap items-center gap-x-4 gap-y-2">
          <Button pending={pending} size="small" type="submit" variant="line">
            {pending ? 'Saving...' : 'Save Alerts'}
          </Button>
          <Outcome className="wrap-anywhere min-w-0" result={result} />
        </div>
      </form>
    </AccountSection>
  );
}
