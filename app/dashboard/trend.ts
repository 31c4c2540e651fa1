const DAY_MS = 24 * 60 * 60 * 1000;

/** How many of the moments (ISO 8601) fall on each of the last `days` days of 24 hours, the oldest first. */
export function countByDay(moments: readonly string[], now: Date, days = 30): number[] {
  const counts = Array.from({ length: days }, () => 0);
  for (const moment of moments) {
    const age = Math.floor((now.getTime() - Date.parse(moment)) / DAY_MS);
    const index = days - 1 - Math.max(age, 0);
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
