/** Search over everything, as in the palette. */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Id } from '../lib/fields.ts'
import { foundKinds } from './rules.ts'

const Found = z
  .object({
    kind: z.enum(foundKinds),
    id: Id,
    title: z.string(),
    /** Detail that distinguishes the hit: an identifier, a person, a note. */
    detail: z.string().nullable(),
    at: z.string().nullable(),
    /** Target of the hit: the submission of a finding, the conversation of a message. */
    target_id: Id.nullable(),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>

export const search = contract({
  find: {
    summary: 'Search all records',
    description: 'At most five of each type that the caller may read, the best first.',
    method: 'GET',
    path: '/search',
    access: 'signed-in',
    bySite: true,
    isCompanyScoped: true,
    input: z.object({ q: z.string().trim().min(2).max(100) }),
    returns: z.array(Found),
  },
})
