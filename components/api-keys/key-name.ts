/** What a key is called where it has no name of its own. */
export function keyName({ name }: { name: string | null }): string {
  return name ?? 'Unnamed key';
}
