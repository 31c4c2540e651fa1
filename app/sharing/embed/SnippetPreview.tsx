import { useLayoutEffect, useRef } from 'react';

interface SnippetPreviewProps {
  html: string;
  label: string;
  isDark: boolean;
}

/** A piece of HTML as it looks on another site, apart from our own styles. */
export function SnippetPreview({ html, label, isDark }: SnippetPreviewProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(...elementsOf(html));
  }, [html]);
  return (
    <section
      aria-label={label}
      className="overflow-hidden rounded-surface border border-line p-4 forced-color-adjust-none sm:p-6"
      style={{ backgroundColor: isDark ? '#141311' : '#fbfaf7' }}
    >
      <div ref={host} />
    </section>
  );
}

/** Our policy allows no inline styles in markup, only those that a script sets. Links open beside the app. */
function elementsOf(html: string): Node[] {
  const parsed = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
  for (const element of parsed.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  }
  for (const link of parsed.links) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener');
  }
  return [...parsed.body.childNodes];
}
