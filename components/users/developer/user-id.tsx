import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

/** A person's id, to be read and copied. */
export function UserId({ id }: { id: string }) {
  return (
    <Field label="User ID">
      {(control) => (
        <div className="flex items-center gap-3">
          <Input {...control} className="font-mono" readOnly value={id} />
          <CopyButton value={id} what="user ID" />
        </div>
      )}
    </Field>
  );
}
