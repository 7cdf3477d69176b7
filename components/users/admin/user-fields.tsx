import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { ScopeFields } from '@/components/auth/scopes';
import { Field, Input, Select } from '@/components/ui/form';
import type { Scopes } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import type { UserFormInput, UserFormOutput } from '@/lib/validation/users';
import { type AdminUser, roleWords } from './admin-user';

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

/** A user's name, email address, role, and scopes, as an admin enters them. */
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

/** The fields as form values: a missing name is empty. */
export function userFormFields({ email, first_name, last_name, role, scopes }: AdminUser): UserFormInput {
  const { read, write } = scopes;
  return { email, first_name: first_name ?? '', last_name: last_name ?? '', role, read, write };
}

/** The fields of a user to send: a missing field stays as it is, and null clears a name. */
export interface UserChanges
  extends Partial<Pick<UserFormOutput, 'email' | 'first_name' | 'last_name' | 'role'>> {
  scopes?: Scopes;
}

/**
 * Only what the person changed. The API takes all three scopes at once. An admin's scopes are with the admin flag
 * (docs/product.md, "Users"), and a user whose role stays keeps the flag as it is.
 */
export function userChanges(
  { email, first_name, last_name, role, read, write }: UserFormOutput,
  dirty: Partial<Record<keyof UserFormOutput, boolean>>,
  present: AdminUser,
): UserChanges {
  const admin = role === 'ADMIN' || (!dirty.role && present.scopes.admin);
  const promoted = dirty.role && role === 'ADMIN';
  return {
    ...(dirty.email && { email }),
    ...(dirty.first_name && { first_name }),
    ...(dirty.last_name && { last_name }),
    ...(dirty.role && { role }),
    ...((dirty.read || dirty.write || promoted) && { scopes: { read, write, admin } }),
  };
}

/** Whether a user's record already has everything that the person changed; false if that is nothing. */
export function hasChanges(
  record: AdminUser,
  output: UserFormOutput,
  dirty: Partial<Record<keyof UserFormOutput, boolean>>,
): boolean {
  const fields = userFormFields(record);
  const changed = (Object.keys(fields) as (keyof UserFormInput)[]).filter((name) => dirty[name]);
  return changed.length > 0 && changed.every((name) => fields[name] === (output[name] ?? ''));
}
