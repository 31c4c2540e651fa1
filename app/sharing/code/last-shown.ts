/** The card whose code was held up last on this device; only its public id is kept. */

const KEY = 'shown-card';

export function lastShown(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function noteShown(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is off: the first card is shown next time.
  }
}
