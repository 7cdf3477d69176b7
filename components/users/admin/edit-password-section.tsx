import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatDate } from '@/lib/format/date';
import { type AdminUser, isPasswordExpired } from './admin-user';
import { type PasswordReset, ResetPasswordDialog } from './reset-password-dialog';

interface EditPasswordSectionProps {
  user: AdminUser;
  /** Changes of the form above aren't saved: a reset would close it, and lose them. */
  unsaved: boolean;
  /** A save is under way. */
  busy: boolean;
  onReset: (reset: PasswordReset) => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
}

/** The part of the edit dialog that gives a user a new temporary password, after a question. */
export function EditPasswordSection({ user, unsaved, busy, onReset, onFailed }: EditPasswordSectionProps) {
  const titleId = useId();
  const stateId = useId();
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby={titleId} className="mt-6 border-rule border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-[200px]">
          <h3 className="font-semibold text-[15px]" id={titleId}>
            Password
          </h3>
          <p className="text-[14px] text-muted" id={stateId} role="status">
            {unsaved ? 'Save your changes before you reset it.' : passwordWords(user, Date.now())}
          </p>
        </div>
        <Button
          aria-describedby={stateId}
          disabled={unsaved || busy}
          onClick={() => setAsking(true)}
          size="small"
          variant="line"
        >
          Reset password
        </Button>
      </div>
      {asking && (
        <ResetPasswordDialog
          onClose={() => setAsking(false)}
          onFailed={onFailed}
          onReset={onReset}
          user={user}
        />
      )}
    </section>
  );
}

/** What kind of password a user has, in a sentence. @param now epoch milliseconds */
function passwordWords(user: AdminUser, now: number): string {
  const { temporary_password_expires_at: expires } = user;
  if (expires === null) return 'Chosen by the user.';
  return `Temporary, ${isPasswordExpired(user, now) ? 'expired' : 'expires'} ${formatDate(expires)}.`;
}
