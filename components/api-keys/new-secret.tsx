import type { AnyVariables, Client, DocumentInput } from 'urql';
import { Field, Select } from '@/components/ui/form';
import { SecretBanner } from '@/components/ui/secret-banner';
import { useTimes } from '@/components/ui/use-times';
import { formatMoment } from '@/lib/format/date';
import { sendMutation } from '@/lib/graphql-client/calls';
import { ResponseLost } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import type { KeyAction, RotatedSecret } from './key-view';

const rotateMutation = graphql(`
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
  const { rotateAPIKey } = await sendForSecret(client, rotateMutation, { id, etag, grace }, 'rotated');
  const { rawKey, apiKey } = rotateAPIKey;
  return { rawKey, oldWorksUntil: apiKey.previous_secret?.expires_at ?? null };
}

const HOUR = 3600;

/** Seconds for which an old secret may keep working, and the words that follow "Old secret stops working". */
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

/**
 * Sends a mutation whose response is the only place to read a secret. If the server sent no message, the mutation may
 * have succeeded and its secret be lost. Repeating it would make a second key, or end the working secret.
 * @param change the effect of the mutation on the key
 * @throws Error with the server's sentence, or ResponseLost with a sentence that says to look first
 */
export async function sendForSecret<Data, Variables extends AnyVariables>(
  client: Client,
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  change: 'created' | 'rotated',
): Promise<Data> {
  try {
    return await sendMutation(client, document, variables, `The API key couldn't be ${change}.`);
  } catch (error) {
    if (!(error instanceof ResponseLost)) throw error;
    throw new ResponseLost(
      `The response was lost, so the key may have been ${change}. Check the list before you try again.`,
    );
  }
}

/** A key's secret that was just made. */
export interface KeySecret {
  /** The key's. */
  id: string;
  /** The key's own name; null if it has none. */
  name: string | null;
  /** The key's owner; undefined for the viewer's own. */
  owner?: string;
  rawKey: string;
  /** It replaces an older one, which works until then: epoch milliseconds, or null if it has stopped. */
  rotated?: { oldWorksUntil: string | null };
}

/** Shows a key's secret this once: which key's and whose it is, and what to do with it. */
export function KeySecretBanner({ secret, onDone }: { secret: KeySecret; onDone: () => void }) {
  useTimes();
  const { name, owner, rawKey, rotated } = secret;
  return (
    <SecretBanner
      note={`Copy it now because it can't be seen again.${nextStep(secret)}`}
      onDone={onDone}
      secret={rawKey}
      title={
        <>
          {owner === undefined ? (
            `Your ${rotated ? 'rotated' : 'new'} API key`
          ) : (
            <>
              {rotated ? 'Rotated' : 'New'} API key of <bdi>{owner}</bdi>
            </>
          )}
          {name !== null && (
            <>
              : <bdi>{name}</bdi>
            </>
          )}
        </>
      }
      what="API key"
    />
  );
}

/** The next step with the secret, after a space; empty for the viewer's own first secret. */
function nextStep({ owner, rotated }: KeySecret): string {
  if (!rotated) {
    return owner === undefined
      ? ''
      : ' Share it through a secure channel, or store it where the program reads it.';
  }
  return rotated.oldWorksUntil === null
    ? ' The old secret has stopped working. Replace it with this one.'
    : ` The old secret works until ${formatMoment(rotated.oldWorksUntil)}. Replace it with this one by then.`;
}
