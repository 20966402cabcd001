/** What lists and exports of submissions narrow to. */
import { z } from 'zod'
import { scoreBands } from '../forms/scoring/score.ts'
import { Day, Id, Time, Uuid } from '../lib/fields.ts'
import { reviewStates } from '../reviews/states.ts'
import { type SubjectFilter, subjectFilters } from '../subjects/registry.ts'
import { submissionStatuses } from './statuses.ts'

const OptionalId = Id.optional()

/** One for each register. */
const about = Object.fromEntries(subjectFilters.map(name => [name, OptionalId])) as Record<
  SubjectFilter,
  typeof OptionalId
>

export const submissionFilters = {
  form_id: OptionalId,
  status: z.enum(submissionStatuses).optional(),
  review_state: z.enum(reviewStates).optional(),
  /** Those that wait for a review that the caller may give. */
  to_review: z.boolean().optional(),
  uuid: Uuid.optional(),
  user_id: OptionalId,
  ...about,
  /** Days of the completion, both included, as they begin and end where the company is. */
  from: Day.optional(),
  to: Day.optional(),
  band: z.enum(scoreBands).optional(),
  /** Those in which a critical question failed, or those in which none did. */
  critical: z.boolean().optional(),
  /** Those in which something was found, or those in which nothing was. */
  flagged: z.boolean().optional(),
  /** Those that answer this question of the form, asked once, with this choice: `yes`, `no`, `na` or the id of one. */
  question_id: z.string().max(200).optional(),
  answer: z.string().max(200).optional(),
  /** Those that changed since then, for whoever fetches again. */
  updated_after: Time.optional(),
  company_id: OptionalId,
}
