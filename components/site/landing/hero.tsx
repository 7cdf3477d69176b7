import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import { LinkButton } from '@/components/ui/link-button';
import { brand } from '@/lib/config/brand';
import type { EmailSettings } from '@/lib/config/email';
import { ParticleField } from './particle-field';
import { TrackSwitch } from './track-switch';

/** The landing page's first word. */
export function Hero({ waitlist }: { waitlist: EmailSettings }) {
  return (
    <section className="relative bg-ink bg-[radial-gradient(900px_420px_at_72%_30%,#14332599,transparent_70%)] text-[#eef4f1]">
      <ParticleField />
      <div className="wrap relative grid items-center gap-12 pt-16 pb-18 lg:grid-cols-[1.05fr_.95fr] lg:pt-21 lg:pb-23">
        <div>
          <p className="mb-5.5 flex items-center gap-[9px] font-mono text-[12px] leading-none font-semibold tracking-[0.09em] text-signal-glow uppercase">
            <span
              aria-hidden="true"
              className="size-2 rounded-full bg-signal-glow shadow-[0_0_12px_2px_#3ddc8b88]"
            />
            Alpha Access Coming Soon
          </p>
          <h1 className="max-w-[12ch] text-[40px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[58px]">
            {brand.tagline}
          </h1>
          <p className="mt-5.5 mb-8 max-w-[46ch] text-[17px] text-on-ink-muted md:text-[19px]">
            {brand.description}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <JoinWaitlistButton settings={waitlist} variant="signal" />
            <LinkButton variant="quiet" href="/docs" prefetch={false}>
              View Docs
            </LinkButton>
          </div>
        </div>
        <TrackSwitch />
      </div>
    </section>
  );
}
