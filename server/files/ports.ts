import type { Ability } from '#shared/lib/rules.ts'
import { QueryPort } from '../lib/ports.ts'
import type { Identity } from '../lib/security/identity.ts'

/** A file of the store, and how it is called. */
export type StoredFile = { path: string; name: string; contentType: string }

type Reader = { ability: Ability }

/**
 * What other tables than that of files have at a path, where the reader may see it. Throws 404 for what they may not.
 */
export const storedElsewhere = new QueryPort<Reader & { path: string }, StoredFile | null>('files.stored-elsewhere')

/** Which of these paths other tables name. */
export const namedElsewhere = new QueryPort<string[], string[]>('files.named-elsewhere')

/**
 * The person who shared a link, as whom its visitors read files. Throws 404 for a link that opens nothing any more.
 */
export const sharerOf = new QueryPort<{ shareId: number; now: Date }, Identity>('files.sharer-of')
