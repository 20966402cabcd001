/** A company's library of parts for its next forms. */
import { z } from 'zod'
import { Id, LocalizedText, Revision, Time } from '../lib/fields.ts'
import { Element } from './definition.ts'
import { ChoiceSet } from './elementFields.ts'

/** Elements with their choice sets, or a set alone. */
export const LibraryContent = z
  .strictObject({
    elements: z.array(Element).max(50),
    choice_sets: z.array(ChoiceSet).max(50).optional(),
  })
  .meta({ id: 'LibraryContent' })
export type LibraryContent = z.infer<typeof LibraryContent>

export const LibraryItem = z
  .object({
    id: Id,
    company_id: Id,
    name: LocalizedText,
    content: LibraryContent,
    revision: Revision,
    created_at: Time,
    updated_at: Time,
    archived_at: Time.nullable(),
  })
  .meta({ id: 'LibraryItem' })
export type LibraryItem = z.infer<typeof LibraryItem>
