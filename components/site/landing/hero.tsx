import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import { LinkButton } from '@/components/ui/button';
import { brand } from '@/lib/config/brand';
import { ParallaxLayer } from './parallax-layer';
import { RecordedRun } from './recorded-run';
import { TrackSwitch } from './track-switch';

/** The first section of the landing page. */
export async function Hero() {
  const stage = await renderStatic(
    <>
      <TrackSwitch />
      <RecordedRun />
    </>,
  );
  return (
    <section className="relative bg-ink bg-[radial-gradient(900px_420px_at_72%_30%,#14332599,transparent_70%)] text-[#eef4f1]">
      <ParticleField />
      <div className="wrap relative grid items-center gap-x-12 gap-y-9 pt-10 pb-12 md:pt-16 md:pb-18 lg:grid-cols-[1.05fr_.95fr] lg:pt-14 lg:pb-16">
        <div>
          <p className="mb-5 font-mono text-[11px] leading-none font-semibold tracking-[0.06em] text-signal-glow uppercase md:text-[12px] md:tracking-[0.09em]">
            AI workflow orchestration for developers
          </p>
          <h1 className="max-w-[12ch] text-[40px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[58px]">
            {brand.tagline}
          </h1>
          <p className="mt-4 mb-6 max-w-[46ch] text-[17px] text-on-ink-muted md:mt-5.5 md:mb-8 md:text-[19px]">
            {brand.description}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <JoinWaitlistButton variant="signal" />
            <LinkButton variant="quiet" href="/docs">
              View Docs
            </LinkButton>
          </div>
          <p className="mt-5 flex items-center gap-[9px] text-[14px] text-on-ink-muted">
            <span
              aria-hidden="true"
              className="size-2 rounded-full bg-signal-glow shadow-[0_0_12px_2px_#3ddc8b88]"
            />
            Alpha Access Coming Soon
          </p>
        </div>
        <StaticText
          className="grid min-w-0 items-center gap-x-8 gap-y-4 md:max-lg:grid-cols-[2fr_3fr] lg:gap-y-6"
          {...stage}
        />
      </div>
    </section>
  );
}

const between = (low: number, high: number) => low + Math.random() * (high - low);

// Random once, when the site is built: the page stays static and has nothing to hydrate.
const particles = Array.from({ length: 20 }, (_, id) => ({
  id,
  style: {
    left: `${between(1, 99).toFixed(1)}%`,
    top: `${between(4, 96).toFixed(1)}%`,
    animationDelay: `${between(0, 5).toFixed(2)}s`,
    animationDuration: `${between(3, 7).toFixed(2)}s`,
  },
}));

/**
 * The hero's decoration: 20 lights at random positions, each with its own delay and duration (docs/product.md, "Landing
 * page").
 */
function ParticleField() {
  return (
    <ParallaxLayer>
      {particles.map(({ id, style }) => (
        <i key={id} data-particle style={style} />
      ))}
    </ParallaxLayer>
  );
}
