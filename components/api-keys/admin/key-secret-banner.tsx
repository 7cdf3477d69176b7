import { KeySecretTitle } from '@/components/api-keys/key-secret-title';
import { rotationNote } from '@/components/api-keys/rotation-note';
import { SecretBanner } from '@/components/ui/secret-banner';

/** A key's secret that was just made. */
export interface KeySecret {
  /** The key's. */
  id: string;
  /** The key's own name; null where it has none. */
  name: string | null;
  owner: string;
  rawKey: string;
  /** It takes the place of an older one, which works until then: epoch milliseconds, or null where it has stopped. */
  rotated?: { oldWorksUntil: string | null };
}

/** Shows a key's secret this once: whose it is, and what to do with it. */
export function KeySecretBanner({ secret, onDone }: { secret: KeySecret; onDone: () => void }) {
  const { name, owner, rawKey, rotated } = secret;
  return (
    <SecretBanner
      note={
        rotated
          ? rotationNote(rotated.oldWorksUntil)
          : 'Copy it now because it cannot be seen again. Hand it on by a safe way, or put it where the program reads it.'
      }
      onDone={onDone}
      secret={rawKey}
      title={
        <KeySecretTitle name={name}>
          {rotated ? 'Rotated API key of' : 'New API key of'} <bdi>{owner}</bdi>
        </KeySecretTitle>
      }
      what="API key"
    />
  );
}
