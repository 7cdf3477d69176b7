/** What an address says if it is one of the choices there are, in upper case or lower; null for anything else. */
export function chosen<Choice extends string>(
  choices: Readonly<Record<Choice, unknown>>,
  given: string | null,
): Choice | null {
  const names = Object.keys(choices) as Choice[];
  return names.find((name) => name.toLowerCase() === given?.toLowerCase()) ?? null;
}
