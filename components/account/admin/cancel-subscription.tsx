'use client';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { canceling } from './change-account';
import type { MakeChange } from './use-account';

interface CancelSubscriptionProps {
  /** Whether it is canceled already: there is no button then. */
  canceled: boolean;
  change: MakeChange;
  onAsk: () => void;
  /** It has been canceled, and the dialog is closed. */
  onCanceled: () => void;
}

/** Cancels the account's subscription, once it is clear what that means. */
export function CancelSubscription({ canceled, change, onAsk, onCanceled }: CancelSubscriptionProps) {
  const [asking, setAsking] = useState(false);
  const done = useRef(false);
  useEffect(() => {
    if (asking || !done.current) return;
    done.current = false;
    onCanceled();
  }, [asking, onCanceled]);

  return (
    <>
      {!canceled && (
        <Button
          onClick={() => {
            onAsk();
            setAsking(true);
          }}
          size="small"
          variant="danger"
        >
          Cancel Subscription
        </Button>
      )}
      <ConfirmDialog
        body={<Meaning />}
        confirmLabel="Cancel Subscription"
        onConfirm={async () => {
          await change(canceling, ({ status }) => status === 'CANCELED');
          done.current = true;
        }}
        onOpenChange={setAsking}
        open={asking}
        question="Are you sure you want to cancel your subscription?"
      />
    </>
  );
}

function Meaning() {
  return (
    <>
      <span className="block">
        Everything stays readable, people can still sign in, and API keys keep working. This month is still
        invoiced; later months are not.
      </span>
      <span className="mt-2 block">
        What stops: once the orchestration engine runs here, no new workflow starts in a canceled account.
      </span>
      <span className="mt-2 block">To come back, choose a plan at any time.</span>
    </>
  );
}
