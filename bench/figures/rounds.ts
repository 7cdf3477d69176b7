// @ts-check

/**
 * Measures subjects in turns: A B C, C B A, A B C … so that whatever else the machine does falls on all of them.
 *
 * @template Subject, Result
 * @param {readonly Subject[]} subjects
 * @param {number} count of rounds that are kept
 * @param {(subject: Subject) => Promise<Result>} measure
 * @param {{ warmUp?: number }} [options] rounds before those, not kept
 * @returns {Promise<Result[][]>} for each subject its results, round by round
 */
export async function measureInRounds(subjects, count, measure, { warmUp = 1 } = {}) {
  const results = subjects.map(() => /** @type {Result[]} */ ([]));
  for (let round = -warmUp; round < count; round += 1) {
    const order = [...subjects.entries()];
    if (round % 2 !== 0) order.reverse();
    for (const [index, subject] of order) {
      const result = await measure(subject);
      if (round >= 0) results[index]?.push(result);
    }
  }
  return results;
}
