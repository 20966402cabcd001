/** What files may be called everywhere. */
export const filenameOf = (words: string): string => words.replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()
