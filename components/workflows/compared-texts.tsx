import { TextBox } from './job-output';
import { OpenedDetails } from './opened-details';
import { TextDifference } from './text-difference';

interface ComparedTextsProps {
  label: string;
  /** The step that has them; undefined for the whole job. */
  of?: string;
  a: string;
  b: string;
}

/** Two texts and their differences. Texts that are equal are folded away; no texts at all are nothing. */
export function ComparedTexts({ label, of, a, b }: ComparedTextsProps) {
  const what = of === undefined ? label.toLowerCase() : `${label.toLowerCase()} of ${of}`;
  if (a !== b) return <TextDifference a={a} b={b} label={label} what={what} />;
  if (a === '') return null;
  return (
    <OpenedDetails summary={`${label}: the same`}>
      <TextBox copied={a} label={label} what={what}>
        {a}
      </TextBox>
    </OpenedDetails>
  );
}
