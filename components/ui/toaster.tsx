'use client';
import { Toaster as SonnerToaster } from 'sonner';

/** Where short confirmations appear (`toast` from sonner), in the product's colours and face. */
export function Toaster() {
  return (
    <SonnerToaster
      closeButton
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: '!rounded-panel !border-rule !bg-white !font-sans !text-text',
          description: '!text-muted',
          error: '!text-red',
        },
      }}
    />
  );
}
