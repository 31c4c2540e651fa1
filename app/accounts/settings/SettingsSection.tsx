import { type ReactNode, useId } from 'react';

/** A section of the settings: its rows between hairlines, under its title. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-display text-xl">
        {title}
      </h3>
      {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
      <div className="mt-2 divide-y divide-line border-y border-line">{children}</div>
    </section>
  );
}
