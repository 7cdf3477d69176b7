import type { ReactNode } from 'react';

interface KeySecretTitleProps {
  /** The key's own; null where it has none. */
  name: string | null;
  children: ReactNode;
}

/** Says which key a secret is of: `Your new API key: CI`. */
export function KeySecretTitle({ name, children }: KeySecretTitleProps) {
  return (
    <>
      {children}
      {name !== null && (
        <>
          : <bdi>{name}</bdi>
        </>
      )}
    </>
  );
}
