/** The field kinds that contracts are made of. */
import { z } from 'zod'
import { locales } from './language.ts'

export const Id = z.int().positive().max(2_147_483_647)
export const ById = z.object({ id: Id })
export const Name = z.string().trim().min(1).max(200)
export const LongText = z.string().trim().max(20_000)
export const Search = z.string().trim().max(200)
export const Email = z.string().trim().toLowerCase().pipe(z.email().max(254))
export const Uuid = z.uuid()
export const Time = z.iso.datetime()
export const Day = z.iso.date()
export const Flag = z.boolean()
/** Counts the changes of a row that people edit. A PUT that names a stale one is refused with the current row. */
export const Revision = z.int().min(1)
/** A text that exists in several languages; `textIn` (localizedText.ts) shows it with a visible fallback. */
export const LocalizedText = z.partialRecord(z.enum(locales), z.string().max(5_000))
export type LocalizedText = z.infer<typeof LocalizedText>
