import { foldedText } from './searching.ts'

/** Folds a heading or word for comparison, without separators. */
export const foldWord = (text: string) => foldedText(text).replace(/[\p{P}\p{Z}\p{Cc}\p{Cf}]/gu, '')
