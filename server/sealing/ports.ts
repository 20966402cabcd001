import type { LocalizedText } from '#shared/lib/fields.ts'
import { QueryPort } from '../lib/ports.ts'
import type { SealEntry } from './commands.ts'
import type { SealRow } from './table.ts'

/** The differences between a record and what was sealed of it. */
export type SealState = {
  /** It is there no more. */
  isGone?: boolean
  /** What of it says something else than the link, by its names. */
  fields: string[]
  /** The files that it has, by what they are called among its fields, with what they were when they were sealed. */
  files: { name: string; path: string; sha256: string }[]
}

/**
 * Links of one company with what they seal; by their positions how their records stand. A feature passes over records
 * of others.
 */
export const sealStateOf = new QueryPort<{ companyId: number; links: SealRow[] }, Map<number, SealState>>(
  'seals.standing',
)

/** A record of a company, by what it is. */
export type RecordRef = Pick<SealRow, 'companyId' | 'recordType' | 'recordId'>

/** The name of a record, for the holder of a document of it. */
export const nameOfRecord = new QueryPort<RecordRef, LocalizedText | string | null>('seals.name')

/**
 * What of a record has to enter the chain before anything else of it does: all of one that is from before there were
 * chains.
 */
export const earlierLinks = new QueryPort<RecordRef & { now: Date }, SealEntry[]>('seals.earlier')
