import { foldedText } from './searching.ts'

/** What people and readers write between the parts of a mark, and what stands there unseen. The database knows the same signs (`bare_mark`). */
const signs =
  /[\s.,:;_/*#'\-\u00ad\u00b7\u200b-\u200f\u2010-\u2015\u2019\u202a-\u202e\u2060\u2066-\u2069\u00d7\u00f7\u02d7\u201a\u201b\u201e\u2044\u204e\u2215\u3001\u3002]/g

/** A mark without what stands between its parts, in small letters: by that, two ways of writing it are one. Zeros in front stay. */
export const bareMark = (mark: string): string => foldedText(mark).replace(signs, '')
