import { Field } from './field';
import { Select } from './select';

interface FilterSelectProps {
  label: string;
  name: string;
  /** What each choice is called, by its value, in their order. */
  options: Record<string, string>;
  /** What no choice is called; left out where there is always one. */
  all?: string;
  /** Empty for no choice. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
  /** Whether the label is heard only. */
  bare?: boolean;
}

/** Chooses what a list is narrowed to, or its order. */
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
