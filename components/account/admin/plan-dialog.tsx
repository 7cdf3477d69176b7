'use client';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import type { AccountRecord } from './account-record';
import { PlanList } from './plan-list';
import type { PlanNews } from './plan-outcome';
import type { MakeChange } from './use-account';

interface PlanDialogProps {
  open: boolean;
  account: AccountRecord;
  replace: (account: AccountRecord) => void;
  change: MakeChange;
  onNews: (news: PlanNews) => void;
  onClose: () => void;
}

/** The plans on offer, and what each would change; pressing one switches to it (SPEC.md, section 2). */
export function PlanDialog({ open, onClose, onNews, ...list }: PlanDialogProps) {
  return (
    <Dialog onOpenChange={(next) => !next && onClose()} open={open} size="wide" title="Change Plan">
      <PlanList
        {...list}
        onSwitched={(news) => {
          onNews(news);
          onClose();
        }}
      />
      <DialogActions>
        <Button onClick={onClose} variant="line">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
