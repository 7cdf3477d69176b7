/** A piece of a line in one row: from the row above, to the row below, and to the row's own step. */
export interface GraphLine {
  lane: number;
  up: boolean;
  down: boolean;
  toStep: boolean;
}

/** How the steps of a job are drawn as a graph, one step per row. */
export interface StepGraph {
  /** How many lines are side by side at most; 0 if no step waits for another. */
  lanes: number;
  rows: readonly (readonly GraphLine[])[];
}

/**
 * Draws a line from each step down to the last step that waits for it. Lines that don't overlap share a lane.
 * @param steps each after the steps that it waits for
 */
export function stepGraph(steps: readonly { id: string; waitsFor: readonly string[] | null }[]): StepGraph {
  const rows: GraphLine[][] = steps.map(() => []);
  /** By lane, the row in which its last line ends. */
  const ends: number[] = [];
  for (const [row, { id }] of steps.entries()) {
    const dependents = steps.flatMap(({ waitsFor }, other) =>
      other > row && waitsFor?.includes(id) ? [other] : [],
    );
    const last = dependents.at(-1);
    if (last === undefined) continue;
    const free = ends.findIndex((end) => end <= row);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = last;
    for (let at = row; at <= last; at += 1)
      rows[at]?.push({
        lane,
        up: at > row,
        down: at < last,
        toStep: at === row || dependents.includes(at),
      });
  }
  return { lanes: ends.length, rows };
}
