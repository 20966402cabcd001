import { z } from 'zod'
import { ElementId } from '../forms/elementFields.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { Day, Flag } from '../lib/fields.ts'

/** The part of a report's submissions that one of its numbers counts. */
export const Slice = z.object({
  /** Days, both included, within the period of the report. */
  from: Day.optional(),
  to: Day.optional(),
  /** `none` for those without a rating. */
  band: z.enum([...scoreBands, 'none']).optional(),
  /** Of `comparison.groups`: the id of a row or person, or the answer; empty for those that belong to none. */
  group: z.string().max(300).optional(),
  /** Only with an answer to this question; with `answer` only with that one, with `failed` only where it failed. */
  question: ElementId.optional(),
  answer: z.string().max(300).optional(),
  failed: Flag.optional(),
  /** Only with a failed critical answer. */
  critical: Flag.optional(),
  /** Only those of which a task came; `open`: one that is not done yet. */
  findings: z.enum(['any', 'open', 'closed']).optional(),
})
export type Slice = z.infer<typeof Slice>
