import { foldedText } from './searching.ts'

/** A word by which headings and words are compared: as texts are found, without anything that only separates. */
export const plainWord = (text: string) => foldedText(text).replace(/[\p{P}\p{Z}\p{Cc}\p{Cf}]/gu, '')
