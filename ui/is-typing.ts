/** True in a field that undoes its own typing. */
export function isTyping(target: EventTarget | null): boolean {
  const typed = 'input:not([type=checkbox],[type=radio],[type=file],[type=color]),textarea';
  return target instanceof Element && target.closest(typed) !== null;
}
