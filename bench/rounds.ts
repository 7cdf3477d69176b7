/**
 * Measures subjects in turns: A B C, C B A, A B C …, so that other work on the machine affects all of them alike.
 *
 * @param count of the rounds that are kept
 * @param options.warmUp rounds before those, which aren't kept
 * @returns the results of each subject, round by round
 */
export async function measureInRounds<Subject, Result>(
  subjects: readonly Subject[],
  count: number,
  measure: (subject: Subject) => Promise<Result>,
  { warmUp = 1 }: { warmUp?: number } = {},
): Promise<Result[][]> {
  const results = subjects.map((): Result[] => []);
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
