/** Filters of lists and exports of submissions. */
import { z } from 'zod'
import { scoreBands } from '../forms/scoring/score.ts'
import { Day, Id, Time, Uuid } from '../lib/fields.ts'
import { type SubjectFilter, subjectFilters } from '../subjects/registry.ts'
import { reviewStates, submissionStatuses } from './rules.ts'

const OptionalId = Id.optional()

/** One filter per register. */
const about = Object.fromEntries(subjectFilters.map(name => [name, OptionalId])) as Record<
  SubjectFilter,
  typeof OptionalId
>

export const submissionFilters = {
  form_id: OptionalId,
  status: z.enum(submissionStatuses).optional(),
  review_state: z.enum(reviewStates).optional(),
  /** Waiting for a review that the caller may give. */
  to_review: z.boolean().optional(),
  uuid: Uuid.optional(),
  user_id: OptionalId,
  ...about,
  /** Days of completion, both included, by the company's clock. */
  from: Day.optional(),
  to: Day.optional(),
  band: z.enum(scoreBands).optional(),
  /** With a failed critical question, or without. */
  critical: z.boolean().optional(),
  /** With a finding, or without. */
  flagged: z.boolean().optional(),
  /** With this choice at a question that is asked once: `yes`, `no`, `na` or the id of a choice. */
  question_id: z.string().max(200).optional(),
  answer: z.string().max(200).optional(),
  /** Changed since then, for clients that fetch again. */
  updated_after: Time.optional(),
  company_id: OptionalId,
}
