/** 120 random bits as an id of the API. */
export const newDraftId = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(20)),
    (byte) => 'abcdefghjkmnpqrstuvwxyz23456789-_'[byte % 32],
  ).join('');
