import { Field } from './field';
import { Select } from './select';

interface FilterSelectProps {
  label: string;
  name: string;
  /** The labels of the choices by value, in order. */
  options: Record<string, string>;
  /** The label of no choice; left out if there always is one. */
  all?: string;
  /** Empty for no choice. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
  /** Whether the label is only for screen readers. */
  bare?: boolean;
}

/** Chooses a list's filter or order. */
export function FilterSelect({
  label,
  name,
  options,
  all,
  value,
  onChange,
  className,
  bare,
}: FilterSelectProps) {
  const select = (control: { id: string } | { 'aria-label': string }) => (
    <Select {...control} name={name} onChange={({ target }) => onChange(target.value)} value={value}>
      {all !== undefined && <option value="">{all}</option>}
      {Object.entries(options).map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </Select>
  );
  if (bare) return <div className={className}>{select({ 'aria-label': label })}</div>;
  return (
    <Field className={className} label={label}>
      {select}
    </Field>
  );
}
