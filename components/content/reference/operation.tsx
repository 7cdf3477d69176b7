import { HighlightedCode } from '@/components/content/highlighted-code';
import { operationReference } from '@/lib/content/operation-reference';
import { ReferenceTable } from './reference-table';

/** An operation of the API, drawn from the printed schema. */
export function Operation({ name }: { name: string }) {
  const { description, signature, needs, args } = operationReference(name);
  return (
    <>
      {description && <p>{description}</p>}
      <HighlightedCode code={signature} lang="graphql" title={name} />
      <p>{needs}</p>
      {args && <ReferenceTable {...args} />}
    </>
  );
}
