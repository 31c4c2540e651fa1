import { useEffect, useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { leaveOffer, readOffer } from './offer.ts';

const EverywhereDialog = lazyDialog(async () => (await import('./EverywhereDialog.tsx')).EverywhereDialog);

/** After a card was saved with a new number, address or company: the question whether it is new elsewhere, too. */
export function Everywhere() {
  const [offer, setOffer] = useState(readOffer);
  useEffect(() => leaveOffer(null), []);
  return offer && <EverywhereDialog offer={offer} onClose={() => setOffer(null)} />;
}
