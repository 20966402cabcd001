import type { LocalizedText } from '#shared/lib/fields.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { FollowUp } from '#shared/submissions/contract.ts'

/** What is filled in: the form, who fills it in, and what it is about. */
export type Sheet = {
  uuid: string
  user_id: number
  company_id: number
  form_id: number
  /** The number of the form's version. */
  version: number
  form_name: LocalizedText
  task_sent_id: number | null
  task_title: string | null
  subjects: NamedSubject[]
  created_at: string
  /** From what its rosters draw their animals, where the page of a group said it; else it follows from the draft's own id. */
  seed?: number
  /** What it asks anew of an earlier submission; absent for a form that is filled in as a whole. */
  follows?: FollowUp | null
}
