import { SecretBanner } from '@/components/ui/secret-banner';
import { useTimes } from '@/components/ui/use-times';
import { formatMoment } from '@/lib/format/date';

/** A key's secret that was just made. */
export interface KeySecret {
  /** The key's. */
  id: string;
  /** The key's own name; null if it has none. */
  name: string | null;
  /** Whose key it is; left out for the viewer's own. */
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

/** What to do with the secret, after a space; empty for the viewer's own first one. */
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
