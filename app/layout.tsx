import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
// Unused here: with it the header's scripts stand in the chunk that all pages share. Without it every page
// brings parts of them three times, for itself and for the error pages that Next loads beside it (2 kB).
import '@/components/layout/site-header';
import { fontVariables } from '@/components/layout/fonts';
import { SessionProvider } from '@/components/providers/session-provider';
import { brand } from '@/lib/config/brand';
import { environment } from '@/lib/server/environment';
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
