const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML and XML, in an element or between quotation marks. */
export const escapeMarkup = (text: string): string =>
  MARK.test(text) ? text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark) : text;

const MARK = /[&<>"']/;
