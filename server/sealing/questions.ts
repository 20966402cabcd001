import type { LocalizedText } from '#shared/lib/fields.ts'
import { Question } from '../lib/questions.ts'
import type { SealRow } from './table.ts'

/** How a record stands to what was sealed of it. */
export type Standing = {
  /** It is there no more. */
  isGone?: boolean
  /** What of it says something else than the link, by its names. */
  fields: string[]
  /** The files that it has, with what they were when they were sealed. */
  files: { uuid: string; path: string; sha256: string }[]
}

/** Links of one company with what they seal; by their positions how their records stand. A noun passes over records of others. */
export const standingOf = new Question<{ companyId: number; links: SealRow[] }, Map<number, Standing>>('seals.standing')

/** A record of a company, by what it is. */
export type RecordRef = Pick<SealRow, 'companyId' | 'recordType' | 'recordId'>

/** What a record is called, for whoever has a document of it. */
export const nameOfRecord = new Question<RecordRef, LocalizedText | string | null>('seals.name')
