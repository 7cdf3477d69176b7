import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
// Unused here: with these the scripts that every page brings are in the one chunk that all pages share. Without
// them they are four more files for every page, with parts of the header in several of them (2 kB).
import '@/components/layout/site-shell';
import '@/components/site/lazy-not-found';
import './error';
import './global-error';
import { SessionProvider } from '@/components/auth/session-provider';
import { EarlyPresses } from '@/components/layout/early-presses';
import { fontVariables } from '@/components/layout/fonts';
import { PublicUrl } from '@/components/layout/public-url';
import { NavigationProvider } from '@/components/ui/navigation-provider';
import { brand } from '@/lib/config/brand';
import './globals.css';

export const metadata: Metadata = {
  title: { default: `${brand.name}: ${brand.tagline}`, template: `%s | ${brand.name}` },
  description: brand.description,
  applicationName: brand.name,
};

export const viewport: Viewport = { themeColor: brand.themeColor };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <body>
        <PublicUrl />
        <EarlyPresses />
        <NavigationProvider>
          <SessionProvider>{children}</SessionProvider>
        </NavigationProvider>
      </body>
    </html>
  );
}
