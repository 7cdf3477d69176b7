import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { ScopeFields } from '@/components/auth/scope-fields';
import { Field, Input, Select } from '@/components/ui/form';
import { limits } from '@/lib/config/limits';
import type { UserFormInput } from '@/lib/validation/users';
import { roleWords } from './admin-user';

const texts = {
  email: { label: 'Email', type: 'email', required: true, maxLength: limits.email.max },
  first_name: { label: 'First Name', type: 'text', required: false, maxLength: limits.personName.max },
  last_name: { label: 'Last Name', type: 'text', required: false, maxLength: limits.personName.max },
} as const;

interface UserFieldsProps {
  register: UseFormRegister<UserFormInput>;
  errors: FieldErrors<UserFormInput>;
  /** The role that is chosen now. */
  role: UserFormInput['role'];
  /** The text fields in their order. */
  order: readonly (keyof typeof texts)[];
  /** Lays out the texts and the role. */
  className: string;
}

/** Who a user is and what they may do, as an admin fills it in. */
export function UserFields({ register, errors, role, order, className }: UserFieldsProps) {
  return (
    <>
      <div className={`grid gap-x-4 gap-y-3.5 ${className}`}>
        {order.map((name) => {
          const { label, ...input } = texts[name];
          return (
            <Field error={errors[name]?.message} key={name} label={label}>
              {(control) => <Input {...control} {...input} {...register(name)} autoComplete="off" />}
            </Field>
          );
        })}
        <Field error={errors.role?.message} label="Role">
          {(control) => (
            <Select {...control} {...register('role')}>
              {Object.entries(roleWords).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="mt-3.5">
        <ScopeFields names={['read', 'write']} register={register} />
        <p className="min-h-[1lh] text-[13.5px] text-muted" role="status">
          {role === 'ADMIN' ? 'An admin also has the admin scope.' : ''}
        </p>
      </div>
    </>
  );
}
