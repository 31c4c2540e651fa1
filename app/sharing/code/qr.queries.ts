import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call, findFile, urlOf } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import type { QR_CONTENTS, QR_GROUNDS, QR_MIDDLES, QR_STYLE_IDS } from '#shared/contract/constants.ts';
import { toast } from '#ui/Toast.tsx';

/** The owner's wishes for a code, as the server takes them. */
export interface Look {
  style: (typeof QR_STYLE_IDS)[number];
  from?: string;
  to?: string;
  middle?: (typeof QR_MIDDLES)[number];
  ground: (typeof QR_GROUNDS)[number];
  contains: (typeof QR_CONTENTS)[number];
}

export type CodeFile = { type: 'png'; size: number } | { type: 'svg' } | { type: 'pdf' };

/** True if a code in these colors can be scanned, and the nearest that can; null colors ask nothing. */
export function useCodeColors(cardId: string, look: Look) {
  const { from = '', to = '' } = look;
  const query = { ...look, from, to };
  const input = { params: { id: cardId }, query };
  return useQuery({
    queryKey: [urlOf('GET /api/cards/{id}/code-colors', input)],
    queryFn: () => call('GET /api/cards/{id}/code-colors', input),
    enabled: from !== '' && to !== '',
    placeholderData: keepPreviousData,
    // The picture in its center may be another now.
    refetchOnMount: 'always',
  });
}

/** Saves a code as a file; the server draws it. */
export function useSaveCode(cardId: string, look: Look) {
  return useMutation({
    mutationFn: async (file: CodeFile) => saveFrom(await findAddress(cardId, look, file)),
    meta: {
      isDownload: true,
      failure: () => ({
        title: 'Download Failed',
        fallback: 'Failed to generate QR code. Please try again.',
      }),
    },
    onSuccess: () => toast({ title: 'QR Code Downloaded!' }),
  });
}

function findAddress(id: string, look: Look, file: CodeFile): Promise<string> {
  const params = { id };
  if (file.type === 'svg') return findFile('GET /api/cards/{id}/code.svg', { params, query: { ...look } });
  if (file.type === 'pdf') return findFile('GET /api/cards/{id}/code.pdf', { params, query: { ...look } });
  return findFile('GET /api/cards/{id}/code.png', { params, query: { ...look, size: file.size } });
}
