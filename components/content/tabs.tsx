import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { TabList } from './tab-list';

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
