import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Textarea } from './Field.tsx';

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** A text area as high as its text. */
export function GrowingText({ value, ...rest }: ComponentProps<typeof Textarea> & { value: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows with its text
  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, [value]);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    let width = area.offsetWidth;
    // Lines break elsewhere in another width, as when the part that it is in is shown.
    const observer = new ResizeObserver(() => {
      if (area.offsetWidth === width) return;
      width = area.offsetWidth;
      fitHeight(area);
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
  return <Textarea rows={1} {...rest} ref={field} value={value} className="resize-none" />;
}
