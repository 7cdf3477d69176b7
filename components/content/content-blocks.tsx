import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import { TabList } from './tab-list';

const names = { note: 'Note', tip: 'Tip', warning: 'Warning' };

interface CalloutProps {
  kind?: keyof typeof names;
  title?: string;
  children: ReactNode;
}

/** A remark next to the text, named by its kind unless it has a title. */
export function Callout({ kind = 'note', title = names[kind], children }: CalloutProps) {
  return (
    <aside className="callout" data-kind={kind} aria-label={title}>
      <p className="callout-title">{title}</p>
      {children}
    </aside>
  );
}

/** Numbered instructions. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="steps">{children}</ol>;
}

export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <p className="step-title">{title}</p>
      {children}
    </li>
  );
}

/** A heading that links to itself, under its own name. */
export function SectionHeading({ children, id, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 id={id} {...rest}>
      <SelfLink id={id}>{children}</SelfLink>
    </h2>
  );
}

export function SubsectionHeading({ children, id, ...rest }: ComponentProps<'h3'>) {
  return (
    <h3 id={id} {...rest}>
      <SelfLink id={id}>{children}</SelfLink>
    </h3>
  );
}

function SelfLink({ id, children }: { id: string | undefined; children: ReactNode }) {
  return (
    <a href={`#${id}`}>
      {children}
      <span aria-hidden>#</span>
    </a>
  );
}

/** A table of a text; it scrolls in its own box if the page is too narrow. */
export function ContentTable(props: ComponentProps<'table'>) {
  return (
    <section className="table-box" data-scroll-box="">
      <table {...props} />
    </section>
  );
}

interface TabProps {
  label: string;
  children?: ReactNode;
}

const isTab = (child: ReactNode): child is ReactElement<TabProps> =>
  isValidElement(child) && child.type === Tab;

/** Alternatives, one of them shown: the first one until scripts run. */
export function Tabs({ children }: { children?: ReactNode }) {
  const tabs = Children.toArray(children).filter(isTab);
  return (
    <div className="tabs">
      <TabList labels={tabs.map((tab) => tab.props.label)} />
      {tabs.map(({ props }, index) => (
        <div data-tab-panel="" hidden={index > 0} key={props.label}>
          {props.children}
        </div>
      ))}
    </div>
  );
}

/** One alternative, inside `Tabs`, which reads its label. */
export function Tab({ children }: TabProps) {
  return children;
}
