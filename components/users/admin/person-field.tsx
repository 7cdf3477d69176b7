'use client';
import { useSession } from '@/components/auth/session-provider';
import { Field } from '@/components/ui/form';
import { UserSelect } from './user-select';

interface PersonFieldProps {
  /** The person's part: `Started by` */
  label: string;
  /** Null: everyone. */
  userId: string | null;
  onChoose: (userId: string | null) => void;
}

/** Filters a list of the account's by a person of the account. */
export function PersonField({ label, userId, onChoose }: PersonFieldProps) {
  const { user } = useSession();
  return (
    <Field label={label}>
      {(control) => (
        <UserSelect
          {...control}
          accountId={user?.account_id ?? ''}
          emptyLabel="Everyone"
          name="user"
          onChange={(id) => onChoose(id || null)}
          value={userId ?? ''}
        />
      )}
    </Field>
  );
}
