'use client';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { EditUserForm, type EditUserFormProps } from './edit-user-form';

type EditUserDialogProps = Omit<EditUserFormProps, 'onPending'>;

/** Changes a user in a dialog, which stays until a save under way has ended. */
export function EditUserDialog(props: EditUserDialogProps) {
  const [pending, setPending] = useState(false);
  return (
    <Dialog onOpenChange={(open) => !open && !pending && props.onClose()} open title="Edit User">
      <EditUserForm {...props} onPending={setPending} />
    </Dialog>
  );
}
