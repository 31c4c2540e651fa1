/** Leads owners back to the app first; the page itself is the same for everyone. */
try {
  const home = document.querySelector('.button');
  // The app notes who is signed in.
  if (home && localStorage.getItem('user')) {
    const link = document.createElement('a');
    link.className = 'button';
    link.href = '/dashboard';
    link.textContent = 'Go to dashboard';
    home.classList.add('quiet');
    home.before(link);
  }
} catch {
  // Storage is off: home is the way on.
}
