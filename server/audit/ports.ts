/** Questions of the audit log that higher features answer. */
import type { Locale } from '#shared/lib/language.ts'
import type { Ability } from '#shared/lib/rules.ts'
import { QueryPort } from '../lib/ports.ts'

/** Rows of one type that entries are about, for somebody who reads the log in a language. */
type AskedSubjects = { ability: Ability; locale: Locale; type: string; ids: number[] }

/** What a row is called; `about` is the first location, group, animal or vehicle that it is about. */
export type KnownSubject = {
  id: number
  name: string
  about?: { type: string; id: number; name: string } | undefined
  /** The row on whose page it is read, if it has no page of its own. */
  targetId?: number
}

/** Asks for the names of what entries are about, as far as the reader may see them; archived rows too. */
export const subjectsOfLog = new QueryPort<AskedSubjects, KnownSubject[]>('audit.subjects')
