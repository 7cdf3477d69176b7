import { SecretBanner } from '@/components/ui/secret-banner';
import { limits } from '@/lib/config/limits';
import { DAY_MS } from '@/lib/rules/day';

const days = limits.temporaryPassword.lifetime / DAY_MS;

interface TemporaryPasswordBannerProps {
  email: string;
  password: string;
  /** What makes it uncertain, sentences; empty for nothing. */
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
      note={`${doubt}No e-mail is sent. Copy the password now, for it cannot be seen again, and hand it on by a way you trust. They sign in with it and their e-mail address, and set their own under Settings. It expires after ${days} days without a sign-in.`}
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
