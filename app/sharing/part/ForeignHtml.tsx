import { useLayoutEffect, useRef } from 'react';

/** A piece of HTML as it looks elsewhere, apart from our own styles. */
export function ForeignHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(...parseElements(html));
  }, [html]);
  return <div ref={host} />;
}

/** Our policy allows no inline styles in markup, only those that a script sets. Links open beside the app. */
function parseElements(html: string): Node[] {
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
