// Before the first paint, so that a chosen theme never flashes the other one; the app's half is app/theme.ts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is off: the system decides.
}
