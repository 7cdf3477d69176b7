import { SecretBanner } from '@/components/ui/secret-banner';

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
      note={`${doubt}No email is sent. Copy the password now, because it can't be seen again, and share it through a secure channel. The user signs in with it and sets a new one in Settings.`}
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
