import { type ReactNode, useId } from 'react';

/** One section of the settings: its description at the side, its controls on a surface. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 py-8 first:pt-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,640px)] lg:gap-12"
    >
      <div>
        <h2 id={id} className="font-display text-xl">
          {title}
        </h2>
        <p className="mt-1 lg:max-w-[34ch] text-sm text-ink-2">{text}</p>
      </div>
      <div className="rounded-surface border border-line bg-surface p-5 sm:p-6">{children}</div>
    </section>
  );
}
