import { ForeignHtml } from '#app/sharing/part/ForeignHtml.tsx';

interface SnippetPreviewProps {
  html: string;
  label: string;
  isDark: boolean;
}

/** A piece of HTML as it looks on another site, apart from our own styles. */
export function SnippetPreview({ html, label, isDark }: SnippetPreviewProps) {
  return (
    <section
      aria-label={label}
      className="overflow-hidden rounded-surface border border-line p-4 forced-color-adjust-none sm:p-6"
      style={{ backgroundColor: isDark ? '#141311' : '#fbfaf7' }}
    >
      <ForeignHtml html={html} />
    </section>
  );
}
