import { SecretBanner } from '@/components/ui/secret-banner';
import { limits } from '@/lib/config/limits';
import { DAY_MS } from '@/lib/rules/day';

const days = limits.temporaryPassword.lifetime / DAY_MS;

interface TemporaryPasswordBannerProps {
  email: string;
  password: string;
  /** Reasons why it's uncertain, as sentences; empty if there are none. */
  doubt?: string;
  onDone: () => void;
}

/** Shows a temporary password this once: whose it is, and what to do with it. */
export function TemporaryPasswordBanner({
  email,
  password,
  doubt = '',
  onDone,
}: TemporaryPasswordBannerProps) {
  return (
    <SecretBanner
      note={`${doubt}Switchyard sends no email. Copy the password now: you can't see it again. Share it through a secure channel. The user signs in with it and their email address, and sets a new one in Settings. It expires after ${days} days without a sign-in.`}
      onDone={onDone}
      secret={password}
      title={
        <>
          Temporary password for <bdi>{email}</bdi>
        </>
      }
      what="temporary password"
    />
  );
}
