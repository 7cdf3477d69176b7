import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import { LinkButton } from '@/components/ui/link-button';
import { brand } from '@/lib/config/brand';
import { ParallaxLayer } from './parallax-layer';

/** The first section of the landing page. */
export function Hero() {
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
            <JoinWaitlistButton variant="signal" />
            <LinkButton variant="quiet" href="/docs">
              View Docs
            </LinkButton>
          </div>
        </div>
        <TrackSwitch />
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

/** The product in one picture: two tracks are blocked, so the switch sends the task down the third. */
function TrackSwitch() {
  return (
    <svg
      role="img"
      aria-label="A task leaves your app and reaches a switch. The first provider is over its limit and the second is busy, so the task goes down the third track."
      viewBox="0 0 460 360"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      className="w-full max-md:hidden max-lg:max-w-[520px]"
    >
      <g stroke="#2f4139">
        <path d="M130 180c70 0 70-120 150-120h170" />
        <path d="M10 180h440" />
        <path d="M280 60c60 0 60 120 120 120" />
      </g>
      <path d="M10 180h120c70 0 70 120 150 120h170" className="stroke-signal-glow" />
      <circle cx="130" cy="180" r="6" className="fill-ink stroke-signal-glow" />
      <g stroke="none" fontSize="12" className="fill-on-ink-muted font-mono">
        <text x="10" y="166">
          your app
        </text>
        <text x="112" y="212">
          switch
        </text>
        <text x="330" y="48">
          openai · 429
        </text>
        <text x="330" y="168">
          anthropic · busy
        </text>
        <text x="330" y="288" className="fill-signal-glow">
          ollama · 240 ms
        </text>
      </g>
      <g stroke="none">
        <circle cx="452" cy="60" r="5" fill="#ff6b5e" />
        <circle cx="452" cy="180" r="5" className="fill-amber-glow" />
        <circle cx="452" cy="300" r="6" className="fill-signal-glow" />
        <circle cx="70" cy="180" r="3.5" fill="#eafff4" />
        <circle cx="230" cy="280" r="3.5" fill="#eafff4" />
      </g>
    </svg>
  );
}
