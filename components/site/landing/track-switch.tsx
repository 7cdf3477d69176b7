/**
 * The product in one picture: two tracks are blocked, so the switch sends the task down the third. It moves for less
 * than five seconds (app/landing.css), and then shows what is drawn here.
 */
export function TrackSwitch() {
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
