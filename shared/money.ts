/** Formats US cents: "$5", "$12.50", "−$2.50". */
export function formatUsd(cents: number): string {
  const amount = Math.abs(cents);
  const rest = amount % 100;
  const dollars = `$${Math.floor(amount / 100).toLocaleString('en-US')}`;
  return `${cents < 0 ? '−' : ''}${dollars}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`;
}
