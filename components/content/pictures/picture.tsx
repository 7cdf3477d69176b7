import { findPicture, type PictureName } from '@/lib/content/drawn-pictures';
import { architecture } from './architecture';
import { Drawing, type Plan } from './drawing';
import { workflowLife } from './workflow-life';

const plans: Record<PictureName, { wide: Plan; narrow: Plan }> = {
  architecture,
  'workflow-life': workflowLife,
};

/** A drawn picture of the docs, in one of two widths. Its description is for people who can't see it. */
export function Picture({ of }: { of: PictureName }) {
  const { title, description } = findPicture(of);
  const { wide, narrow } = plans[of];
  const describedBy = `picture-${of}`;
  return (
    <figure className="picture">
      <Drawing {...wide} title={title} describedBy={describedBy} className="drawing-wide" />
      <Drawing {...narrow} title={title} describedBy={describedBy} className="drawing-narrow" />
      <figcaption>{title}</figcaption>
      <p id={describedBy} className="sr-only">
        {description}
      </p>
    </figure>
  );
}
