// Runs before the first paint, so that the other theme never flashes up; the app's half is app/frame/theme.ts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is off: the system's theme applies.
}
