import { foldedText } from './searching.ts'

/** Separators between the parts of an identifier, visible or not. The database knows the same (`bare_mark`). */
const signs =
  /[\s.,:;_/*#'\-\u00ad\u00b7\u200b-\u200f\u2010-\u2015\u2019\u202a-\u202e\u2060\u2066-\u2069\u00d7\u00f7\u02d7\u201a\u201b\u201e\u2044\u204e\u2215\u3001\u3002]/g

/** Normalises an identifier: no separators, lower case. Leading zeros stay. */
export const normalizeIdentifier = (mark: string): string => foldedText(mark).replace(signs, '')
