import { useLayoutEffect, useRef, useState } from 'react';
import { Segments } from '#ui/Segments.tsx';

type Ground = 'light' | 'dark';

/** The ground and the text color that mail apps have in light and in dark. */
const GROUNDS: Record<Ground, { backgroundColor: string; color: string }> = {
  light: { backgroundColor: '#ffffff', color: '#1a1a1a' },
  dark: { backgroundColor: '#1f1f1f', color: '#f2f2f2' },
};

/** The signature as recipients see it, apart from our own styles. */
export function SignaturePreview({ html }: { html: string }) {
  const [ground, setGround] = useState<Ground>('light');
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(...elementsOf(html));
  }, [html]);
  return (
    <div className="grid gap-3">
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide signature scrolls sideways, also by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-surface border border-line p-6 forced-color-adjust-none"
        style={GROUNDS[ground]}
      >
        <div ref={host} />
      </section>
      <div>
        <Segments
          label="Preview on"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={ground}
          onChange={setGround}
        />
      </div>
    </div>
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
