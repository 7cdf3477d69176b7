'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Outcome, type Result } from '@/components/ui/outcome';
import { messageOf } from '@/lib/graphql-client/message-of';
import type { PlanNumbers } from './account-record';
import { choosing } from './change-account';
import { isOn } from './is-on';
import type { MakeChange } from './use-account';

/** How a change of the plan ended, and the plan that undoing it leads back to. */
export interface PlanNews extends Pick<Result, 'text'> {
  failed?: boolean;
  undo?: PlanNumbers;
}

interface PlanOutcomeProps {
  news: PlanNews | null;
  change: MakeChange;
  onNews: (news: PlanNews) => void;
}

/** Says how the last change of the plan ended, and takes it back. */
export function PlanOutcome({ news, change, onNews }: PlanOutcomeProps) {
  const [pending, setPending] = useState(false);
  const back = news?.undo;
  const undo = async (plan: PlanNumbers) => {
    setPending(true);
    try {
      await change(choosing(plan.id), isOn(plan));
      onNews({ text: `Undone: the account is on ${plan.plan_name} again.` });
    } catch (error) {
      onNews({ failed: true, text: messageOf(error) });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="mt-4 flex min-h-[34px] flex-wrap items-center gap-x-4 gap-y-2">
      <Outcome result={news && { done: !news.failed, text: news.text }} />
      {back && (
        <Button onClick={() => undo(back)} pending={pending} size="small" variant="line">
          {pending ? 'Undoing...' : 'Undo'}
        </Button>
      )}
    </div>
  );
}
