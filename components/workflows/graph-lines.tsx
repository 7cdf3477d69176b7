import type { GraphLine } from './step-graph';

/** More lines side by side would be a tangle; each row names what it waits for anyway. */
export const MOST_LANES = 8;

/** Pixels between two lines of the graph, and from a row's top to the middle of its first line. */
const LANE = 9;
const MIDDLE = 18;

/** Pixels that the graph takes at the left of each row. */
export const graphWidth = (lanes: number): number => (lanes > 0 ? lanes * LANE + 18 : 0);

/** A row's piece of the graph: its step is a dot, and lines lead to it from the steps that it waits for. */
export function GraphLines({ lanes, lines }: { lanes: number; lines: readonly GraphLine[] }) {
  const dot = lanes * LANE + 2;
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-0">
      {lines.map(({ lane, up, down, toStep }) => {
        const left = lane * LANE + 2;
        return (
          <span className="text-control" key={`${lane} ${up}`}>
            {up && (
              <span className="absolute border-current border-l" style={{ left, top: 0, height: MIDDLE }} />
            )}
            {down && (
              <span className="absolute bottom-0 border-current border-l" style={{ left, top: MIDDLE }} />
            )}
            {toStep && (
              <span
                className="absolute border-current border-t"
                style={{ left, width: dot - left, top: MIDDLE }}
              />
            )}
          </span>
        );
      })}
      <span
        className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-text"
        style={{ left: dot, top: MIDDLE }}
      />
    </span>
  );
}
