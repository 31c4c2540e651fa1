/** Shows owners, on their own cards, the way back to the app; the page itself is the same for everyone. */
export async function showOwnerBar(cardId: string): Promise<void> {
  // The app notes who is signed in: the browsers of strangers ask for nothing.
  if (!localStorage.getItem('user')) return;
  const reply = await fetch(`/api/cards/${cardId}`);
  const { userId } = await reply.json();
  if (!userId) return;
  const bar = document.createElement('nav');
  bar.className = 'notice';
  bar.setAttribute('aria-label', 'Your card');
  bar.append('This is your card');
  const ways = { Edit: `/edit-card/${cardId}`, Share: `/share-card/${cardId}`, Dashboard: '/dashboard' };
  for (const [name, path] of Object.entries(ways)) {
    const link = document.createElement('a');
    link.href = path;
    link.textContent = name;
    bar.append(' · ', link);
  }
  document.body.prepend(bar);
}
