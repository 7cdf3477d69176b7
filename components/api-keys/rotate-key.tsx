import type { Client } from 'urql';
import { Field, Select } from '@/components/ui/form';
import { graphql } from '@/lib/graphql-client/graphql';
import type { KeyAction, RotatedSecret } from './key-view';
import { sendForSecret } from './send-for-secret';

const mutation = graphql(`
  mutation RotateKey($id: ID!, $etag: String, $grace: Int) {
    rotateAPIKey(id: $id, etag: $etag, grace: $grace) {
      rawKey
      apiKey {
        id
        previous_secret {
          expires_at
        }
      }
    }
  }
`);

async function rotate(
  client: Client,
  { id, etag }: { id: string; etag: string },
  grace: number,
): Promise<RotatedSecret> {
  const { rotateAPIKey } = await sendForSecret(client, mutation, { id, etag, grace }, 'rotated');
  const { rawKey, apiKey } = rotateAPIKey;
  return { rawKey, oldWorksUntil: apiKey.previous_secret?.expires_at ?? null };
}

const HOUR = 3600;

/** Seconds for which an old secret may go on working, and what follows "Old secret stops working". */
const graces = [
  { seconds: 0, label: 'At once' },
  { seconds: HOUR, label: 'In 1 hour' },
  { seconds: 24 * HOUR, label: 'In 24 hours' },
  { seconds: 7 * 24 * HOUR, label: 'In 7 days' },
];

/** Gives a key a new secret; an error may say that the key was rotated although its response was lost. */
export const rotateKey: KeyAction = {
  label: 'Rotate',
  question: 'Rotate this API key?',
  offersGrace: true,
  consequence: (_key, grace) => {
    const chosen = graces.find(({ seconds }) => seconds === grace);
    return `The old secret stops working ${chosen?.label.toLowerCase()}. The new one is shown once.`;
  },
  done: 'API key rotated.',
  tone: 'danger',
  send: rotate,
};

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
