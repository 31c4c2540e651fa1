import { Download, FileArchive } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useExportAnalytics } from '#app/analytics/analytics/analytics.queries.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import { useExportContacts, useExportEverything } from './account.queries.ts';

const ArchiveDialog = lazyDialog(
  async () => (await import('#app/portability/archive/ArchiveDialog.tsx')).ArchiveDialog,
);

const icon = <Download size={18} strokeWidth={1.5} aria-hidden="true" />;

export function DataExport() {
  const contacts = useExportContacts();
  const analytics = useExportAnalytics();
  return (
    <ul className="-my-3 divide-y divide-line">
      <ExportRow title="Contacts" text="Everyone you’ve met, as a spreadsheet (CSV).">
        <Button
          variant="secondary"
          size="small"
          isPending={contacts.isPending}
          onClick={() => contacts.mutate()}
        >
          {icon}
          Export Contacts
        </Button>
      </ExportRow>
      <ExportRow title="Analytics" text="All your views, as JSON.">
        <Button
          variant="secondary"
          size="small"
          isPending={analytics.isPending}
          onClick={() => analytics.mutate()}
        >
          {icon}
          Export Analytics
        </Button>
      </ExportRow>
      <ExportRow title="Everything" text="Everything above, plus your cards and media, in one ZIP.">
        <ExportEverything />
      </ExportRow>
      <ExportRow title="Archive" text="Restore an export from this or another Goldleaf account.">
        <BringIn />
      </ExportRow>
    </ul>
  );
}

function BringIn() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <FileArchive size={18} strokeWidth={1.5} aria-hidden="true" />
        Import Archive
      </Button>
      {isOpen && <ArchiveDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportRow({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      {children}
    </li>
  );
}

export function ExportEverything() {
  const everything = useExportEverything();
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
