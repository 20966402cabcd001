/** Files of a submission as they are shown: pictures, and others by name and size. */
import type { Answer } from '../forms/answers/answers.ts'
import { filesIn, filesOf } from '../forms/answers/content.ts'
import type { Formats } from '../lib/formats.ts'
import type { SubmissionFile } from './contract.ts'

export const isPicture = ({ content_type }: { content_type: string }): boolean => content_type.startsWith('image/')

/** Files that an answer names, in its order, pictures and others apart, without those that never arrived. */
export function givenFiles(answer: Answer | undefined, files: readonly SubmissionFile[]) {
  const named = answer ? filesOf({ answer }) : []
  const given = named.flatMap(uuid => files.find(file => file.uuid === uuid) ?? [])
  return { pictures: given.filter(isPicture), others: given.filter(file => !isPicture(file)) }
}

/** Caption of an answer's photo. */
export const captionOf = ({ value, photos = [] }: Answer, uuid: string): string | undefined =>
  [...filesIn(value), ...photos].find(file => file.uuid === uuid)?.caption

/** Formats a size: "320 kB", "2.4 MB". */
export function formatSize(bytes: number, { number }: Pick<Formats, 'number'>): string {
  const isLarge = bytes >= 999_500
  const size = isLarge ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000))
  const unit = isLarge ? 'megabyte' : 'kilobyte'
  return number(size, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
}
