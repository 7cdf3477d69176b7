import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

const HOUR = 3600;

/** Seconds for which an old secret may go on working, and what follows on "Old secret stops working". */
const graces = [
  { seconds: 0, label: 'At once' },
  { seconds: HOUR, label: 'In 1 hour' },
  { seconds: 24 * HOUR, label: 'In 24 hours' },
  { seconds: 7 * 24 * HOUR, label: 'In 7 days' },
];

/** What a rotation does, said before it: `The old secret stops working in 1 hour; the new one is shown once.` */
export function rotationWords(grace: number): string {
  const chosen = graces.find(({ seconds }) => seconds === grace);
  return `The old secret stops working ${chosen?.label.toLowerCase()}; the new one is shown once.`;
}

interface GraceSelectProps {
  /** Seconds. */
  value: number;
  onChange: (grace: number) => void;
}

/** Chooses when the old secret of a key that is rotated stops working. */
export function GraceSelect({ value, onChange }: GraceSelectProps) {
  return (
    <Field className="mt-4 max-w-[260px]" label="Old secret stops working">
      {(control) => (
        <Select
          {...control}
          name="grace"
          onChange={(event) => onChange(Number(event.target.value))}
          value={value}
        >
          {graces.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
