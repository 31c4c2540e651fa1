import { lazy, type ReactNode, Suspense, useState } from 'react';
import { RouteError } from '#app/frame/RouteError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useCardForm } from '../card-form.ts';
import { isTabName, TAB_LABELS, TAB_NAMES, type TabName, tabsWithErrors } from '../tabs.ts';
import { BasicTab } from './BasicTab.tsx';

/** Only the first tab is loaded with the screen. */
const DesignTab = lazy(async () => ({ default: (await import('./DesignTab.tsx')).DesignTab }));
const SocialTab = lazy(async () => ({ default: (await import('./SocialTab.tsx')).SocialTab }));
const MediaTab = lazy(async () => ({ default: (await import('./MediaTab.tsx')).MediaTab }));

export interface FormTabsProps {
  isNew: boolean;
  tab: TabName;
  onTab: (tab: TabName) => void;
  children: ReactNode;
}

/** The four tabs; once opened they stay mounted, so that an upload continues while another tab is open. */
export function FormTabs({ isNew, tab, onTab, children }: FormTabsProps) {
  const { errors } = useCardForm().formState;
  const [opened, setOpened] = useState([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const wrong = tabsWithErrors(errors);
  const contents = {
    basic: <BasicTab isNew={isNew} />,
    design: <DesignTab />,
    social: <SocialTab />,
    media: <MediaTab isNew={isNew} />,
  };
  return (
    <div className="min-w-0">
      <Tabs
        label="Parts of the card"
        keepMounted
        end={children}
        value={tab}
        onChange={(value) => isTabName(value) && onTab(value)}
        tabs={TAB_NAMES.map((name) => ({
          value: name,
          label: TAB_LABELS[name],
          hasError: wrong.includes(name),
          content: opened.includes(name) && (
            <RouteError>
              <Suspense fallback={<Skeleton className="h-96" />}>{contents[name]}</Suspense>
            </RouteError>
          ),
        }))}
      />
    </div>
  );
}
