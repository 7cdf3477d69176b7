/** What a key is called, whether it has a name of its own or not. */
export function keyName({ name }: { name: string | null }): string {
  return name ?? 'Unnamed key';
}
