import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { TabSet } from './tab-set';

interface TabProps {
  label: string;
  children: ReactNode;
}

const isTab = (child: ReactNode): child is ReactElement<TabProps> =>
  isValidElement(child) && child.type === Tab;

/** Alternatives, one of them shown. */
export function Tabs({ children }: { children: ReactNode }) {
  const tabs = Children.toArray(children).filter(isTab);
  return (
    <TabSet labels={tabs.map((tab) => tab.props.label)} panels={tabs.map((tab) => tab.props.children)} />
  );
}

/** One alternative, inside `Tabs`, which reads its label. */
export function Tab({ children }: TabProps) {
  return children;
}
