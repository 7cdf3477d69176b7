/** The product in one picture: two tracks are blocked, the switch leads the task down the third. */
export function TrackSwitch() {
  return (
    <svg
      role="img"
      aria-label="A task leaves your app and reaches a switch: the first provider is over its limit, the second is busy, so it goes down the third track."
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
