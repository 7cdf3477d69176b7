/** A key's name for people, whether it has its own or not. */
export function keyName({ name }: { name: string | null }): string {
  return name ?? 'Unnamed key';
}
