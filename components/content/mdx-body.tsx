import { compileMDX } from 'next-mdx-remote/rsc';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import { legal } from '@/lib/config/brand';
import { highlightCode } from '@/lib/content/highlight-code';
import { requestTabs } from '@/lib/content/request-tabs';
import { CodeBlock } from './code-block';
import {
  Callout,
  ContentTable,
  SectionHeading,
  Step,
  Steps,
  SubsectionHeading,
  Tab,
  Tabs,
} from './content-blocks';
import { ModelFilter } from './model-filter';
import { Picture } from './pictures/picture';
import { Playground } from './playground/playground';
import {
  CallbackErrors,
  ErrorCodes,
  ErrorsOfPage,
  LimitsTable,
  ModelTable,
  Operation,
  OtherPrices,
  PlanTable,
  PriceSources,
  ProcessorOptions,
  TaskOptions,
  TaskTable,
  TypeFields,
  WorkflowErrors,
  WorkflowPlanTable,
} from './reference-parts';
import { renderStatic } from './render-static';
import { StaticText } from './static-text';

/** The address for legal questions, as a link. */
function LegalEmail() {
  return <a href={`mailto:${legal.email}`}>{legal.email}</a>;
}

/** The components that MDX under content/ may use in addition to Markdown. */
const components = {
  table: ContentTable,
  h2: SectionHeading,
  h3: SubsectionHeading,
  CallbackErrors,
  Callout,
  CodeBlock,
  ErrorCodes,
  ErrorsOfPage,
  LegalEmail,
  LimitsTable,
  ModelFilter,
  ModelTable,
  Operation,
  OtherPrices,
  Picture,
  PlanTable,
  Playground,
  PriceSources,
  ProcessorOptions,
  Step,
  Steps,
  Tab,
  Tabs,
  TaskOptions,
  TaskTable,
  TypeFields,
  WorkflowErrors,
  WorkflowPlanTable,
};

/**
 * Renders MDX when the site is built.
 * @param source without front matter
 * @throws Error if it doesn't compile
 */
export async function MdxBody({ source }: { source: string }) {
  const { content } = await compileMDX({
    source,
    components,
    options: {
      mdxOptions: {
        remarkPlugins: [remarkGfm, requestTabs],
        rehypePlugins: [rehypeSlug, highlightCode],
        // The content security policy lets no style attribute through that a script writes.
        tableCellAlignToStyle: false,
      },
    },
  });
  return <StaticText className="prose" {...(await renderStatic(content))} />;
}
