import type { ReactNode } from 'react';

/** A row of the settings: its words, and at the right what can be done. */
export function SettingRow({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
      <div className="flex-1 basis-36">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  );
}
