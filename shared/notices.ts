/** What owners are told of, by mail and on their devices; each can be switched off, for mail and for push. */
export type NoticeKind = 'contact' | 'lead' | 'reminder';
