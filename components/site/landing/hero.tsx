import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import { LinkButton } from '@/components/ui/button';
import { brand } from '@/lib/config/brand';
import { formatDate } from '@/lib/format/date';
import { formatPriceTo } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { ParallaxLayer } from './parallax-layer';
import recorded from './recorded-jobs.json';

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
      {/* As high as the picture makes it: the text, which is centered, doesn't move if it is painted first. */}
      <div className="wrap relative grid items-center gap-x-12 gap-y-9 pt-10 pb-12 md:pt-16 md:pb-18 lg:min-h-[750px] lg:grid-cols-[1.05fr_.95fr] lg:pt-14 lg:pb-16">
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

/**
 * The product in one picture: two tracks are blocked, so the switch sends the task down the third. It moves for less
 * than five seconds (app/landing.css), and then shows what is drawn here.
 */
function TrackSwitch() {
  return (
    <>
      <Drawing width={335} height={132} className="lg:hidden" />
      <Drawing width={460} height={230} className="max-lg:hidden" />
    </>
  );
}

interface DrawingProps {
  width: number;
  height: number;
  className: string;
}

function Drawing({ width, height, className }: DrawingProps) {
  const [top, middle, bottom] = [26, height / 2, height - 26];
  const [points, bend, end] = [0.28 * width, 0.58 * width, width - 8];
  /** From the switch to a provider: straight, a bend, straight. */
  const track = (y: number) =>
    `M${points} ${middle}C${(points + bend) / 2} ${middle} ${(points + bend) / 2} ${y} ${bend} ${y}H${end}`;
  const way = (y: number) => `M4 ${middle}H${points}${track(y).slice(track(y).indexOf('C'))}`;
  return (
    <svg
      role="img"
      aria-label="A task leaves your app and reaches a switch. The first provider is over its limit and the second is busy, so the task goes down the third track."
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      className={`h-auto w-full ${className}`}
    >
      <g stroke="#2f4139">
        <path d={track(top)} />
        <path d={`M4 ${middle}H${end}`} />
        <path d={track(bottom)} />
      </g>
      <path d={`M4 ${middle}H${points}`} className="stroke-signal-glow" />
      <path data-switch="track" d={track(bottom)} className="stroke-signal-glow" />
      <g stroke="#eafff4" strokeWidth="7" strokeDasharray="0 300">
        <path data-switch="refused" pathLength="100" d={way(top)} />
        <path data-switch="passed" pathLength="100" d={way(bottom)} />
      </g>
      <circle cx={points} cy={middle} r="8" className="fill-ink stroke-signal-glow" />
      <path data-switch="lever" d={`M${points - 4} ${middle - 3}l8 6`} stroke="#eafff4" />
      <g fontSize="12" className="fill-on-ink-muted font-mono">
        <text x="4" y={middle - 14}>
          your app
        </text>
        <text x={points - 18} y={middle + 30}>
          switch
        </text>
        <g textAnchor="end">
          <text x={end - 4} y={top - 12}>
            openai · 429
          </text>
          <text x={end - 4} y={middle - 12}>
            anthropic · busy
          </text>
          <text data-switch="reply" x={end - 4} y={bottom - 12} className="fill-signal-glow">
            ollama · 240 ms
          </text>
        </g>
      </g>
      <circle data-switch="light" cx={end} cy={top} r="5" fill="#ff6b5e" />
      <circle cx={end} cy={middle} r="5" className="fill-amber-glow" />
      <circle data-switch="reply" cx={end} cy={bottom} r="6" className="fill-signal-glow" />
    </svg>
  );
}

const { job, attempts } = recorded.run;

/** To the micro-dollar, so that the costs of single calls differ and align. */
const formatMicros = (cost: number) => formatPriceTo(6, cost);

/** One job on the sandbox with every model call, as the API returned it to `npm run record`. */
function RecordedRun() {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-panel border border-rule-dark bg-ink-2">
        <div className="flex items-center justify-between gap-4 border-b border-rule-dark px-4 py-2.5 text-[13px]">
          <p className="font-semibold">{job.name}</p>
          <p className="font-mono text-[12px] text-on-ink-muted">
            <span className="text-signal-glow">{job.status}</span> in{' '}
            {Number(job.finishedAt) - Number(job.startedAt)} ms
          </p>
        </div>
        <table className="w-full text-[13px] leading-[1.35] [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-left [&_:is(td,th)]:first:pl-4 [&_:is(td,th)]:last:pr-4 [&_td[data-number]]:font-mono [&_td[data-number]]:text-[12px] [&_[data-number]]:text-right [&_tbody>tr:last-child>td]:pb-2">
          <caption className="sr-only">Model calls of the recorded job</caption>
          <thead className="text-[12px] text-on-ink-muted [&_th]:pt-2.5 [&_th]:font-normal">
            <tr>
              <th scope="col">Step and model</th>
              <th scope="col">Outcome</th>
              <th scope="col" data-number="">
                Tokens
              </th>
              <th scope="col" data-number="">
                Cost
              </th>
            </tr>
          </thead>
          {job.steps.map(({ id, task }) => (
            <tbody key={id}>
              <tr>
                <th scope="rowgroup" colSpan={4} className="border-t border-rule-dark pt-2! font-semibold">
                  {id} <span className="font-normal text-on-ink-muted">{task}</span>
                </th>
              </tr>
              {attempts.filter(({ stepId }) => stepId === id).map(attemptRow)}
            </tbody>
          ))}
          <tfoot className="border-t border-rule-dark bg-ink [&_td]:py-2.5">
            <tr>
              <th scope="row" colSpan={2} className="font-semibold">
                {formatQuantity(job.steps.length, { one: 'step', other: 'steps' })},{' '}
                {formatQuantity(attempts.length, { one: 'call', other: 'calls' })}
              </th>
              <td data-number="">{formatCount(job.tokensIn + job.tokensOut)}</td>
              <td data-number="">{formatMicros(job.cost)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <figcaption className="mt-3 text-[13px] text-on-ink-muted">
        Recorded on {formatDate(recorded.recordedAt)}, on the sandbox: it needs no network, and its prices are
        made up.
      </figcaption>
    </figure>
  );
}

type Attempt = (typeof attempts)[number];

function attemptRow({ model, outcome, status, inputTokens, outputTokens, cost }: Attempt, index: number) {
  const answered = outcome === 'ANSWERED';
  return (
    <tr key={model} className="font-mono text-[12px]">
      <td className="whitespace-nowrap">{model}</td>
      <td className={answered ? 'text-signal-glow' : 'text-[#ff8a7f]'}>
        {answered ? (index > 0 ? 'fallback' : 'answered') : status}
      </td>
      <td data-number="">{formatCount(inputTokens + outputTokens)}</td>
      <td data-number="">{formatMicros(cost)}</td>
    </tr>
  );
}
