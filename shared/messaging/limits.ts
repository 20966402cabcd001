/** The figures of messaging that browser and server share (specification, sections 5 and 9). */
export const messagesPerPage = 50
/** Letters of one message. */
export const longestMessage = 10_000
export const maxMentions = 50
/** Against somebody, or something, that writes without end. Changing counts like writing: the earlier text is kept. */
export const perMinute = { name: 'messages', tries: 300, seconds: 60 }
export const longestTitle = 255
/** People of one group. */
export const maxMembers = 500
/** What one catching-up brings at most; whoever missed more loads anew. */
export const maxChanges = 500
/** Up to here unread messages are counted one by one. */
export const maxUnread = 999
export const searchPage = 50
/** Colleagues who are offered at once; a search finds the others. */
export const maxOffered = 500
/** Messages with files that are listed at once. */
export const filesPage = 50
/** How long the same notice of a conversation is not told again, in milliseconds. */
export const sameNoticeFor = 5_000
/** How often an urgent message is told again, and for how long, in minutes. */
export const urgentEvery = 5
export const urgentFor = 30
/** How long a person counts as typing after they last did, in milliseconds. */
export const typingFor = 4_000
