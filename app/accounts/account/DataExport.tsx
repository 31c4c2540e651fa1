import { Download } from 'lucide-react';
import { useExportAnalytics } from '#app/analytics/analytics/analytics.queries.ts';
import { useSaveContacts } from '#app/people/contacts/contacts.queries.ts';
import { Button } from '#ui/Button.tsx';
import { useExportEverything } from './account.queries.ts';
import { SettingRow } from './SettingRow.tsx';

const icon = <Download size={18} />;

export function DataExport() {
  const contacts = useSaveContacts({ saved: { title: 'Contacts Exported' } });
  const analytics = useExportAnalytics();
  return (
    <>
      <SettingRow title="Contacts" text="Everyone you’ve met, as a spreadsheet (CSV).">
        <Button
          variant="secondary"
          size="small"
          isPending={contacts.isPending}
          onClick={() => contacts.mutate(undefined)}
        >
          {icon}
          Export Contacts
        </Button>
      </SettingRow>
      <SettingRow title="Analytics" text="All your views, as JSON.">
        <Button
          variant="secondary"
          size="small"
          isPending={analytics.isPending}
          onClick={() => analytics.mutate()}
        >
          {icon}
          Export Analytics
        </Button>
      </SettingRow>
      <SettingRow title="Everything" text="Everything above, plus your cards and media, in one ZIP.">
        <ExportEverything />
      </SettingRow>
    </>
  );
}

/** `team`: the id of a team, whose archive it is. */
export function ExportEverything({ team }: { team?: string }) {
  const everything = useExportEverything(team);
  return (
    <Button
      variant="secondary"
      size="small"
      isPending={everything.isPending}
      onClick={() => everything.mutate()}
    >
      {icon}
      Export Everything
    </Button>
  );
}

/** Offered before an account, or a team, is deleted. */
export const CopyFirst = ({ team }: { team?: string }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3">
    <p className="text-sm">Save a copy of everything first.</p>
    <ExportEverything {...(team && { team })} />
  </div>
);
