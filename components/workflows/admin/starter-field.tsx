'use client';
import { useSession } from '@/components/auth/session-provider';
import { Field } from '@/components/ui/form';
import { UserSelect } from '@/components/users/admin/user-select';

interface StarterFieldProps {
  /** Null: everyone. */
  userId: string | null;
  onChoose: (userId: string | null) => void;
}

/** Filters jobs or runs by the person of the account who started them. */
export function StarterField({ userId, onChoose }: StarterFieldProps) {
  const { user } = useSession();
  return (
    <Field label="Started by">
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
