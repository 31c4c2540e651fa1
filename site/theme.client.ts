/** A theme chosen in the app applies to our own pages too; the app's half is app/frame/theme.ts. */
try {
  const { theme } = localStorage;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is off: the system's theme applies.
}
