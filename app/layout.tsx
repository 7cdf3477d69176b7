import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
// Unused here: with it the header's scripts stand in the chunk that all pages share. Without it every page
// brings them twice, for itself and for the 404 page that Next loads beside it (5.5 kB).
import '@/components/layout/site-header';
import { SessionProvider } from '@/components/auth/session-provider';
import { fontVariables } from '@/components/layout/fonts';
import { brand } from '@/lib/config/brand';
import { environment } from '@/lib/server/runtime/environment';
import './globals.css';

export const metadata: Metadata = {
  metadataBase: new URL(environment.publicUrl),
  title: { default: `${brand.name}: ${brand.tagline}`, template: `%s | ${brand.name}` },
  description: brand.description,
  applicationName: brand.name,
};

export const viewport: Viewport = { themeColor: brand.themeColor };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={fontVariables}>
      <body>
        <SessionProvider>{children}</SessionProvider>
      </body>
    </html>
  );
}
