import { z } from 'zod'
import { ElementId } from '../forms/elementFields.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { Day, Flag } from '../lib/fields.ts'

/** Submissions behind one figure of a report. */
export const Slice = z.object({
  /** Days, both included, within the report's period. */
  from: Day.optional(),
  to: Day.optional(),
  /** `none` for submissions without a rating. */
  band: z.enum([...scoreBands, 'none']).optional(),
  /** Key of `comparison.groups`: the id of a row or person, or the answer; empty for the rest. */
  group: z.string().max(300).optional(),
  /** Only with an answer to this question; with `answer` only that one, with `failed` only failed ones. */
  question: ElementId.optional(),
  answer: z.string().max(300).optional(),
  failed: Flag.optional(),
  /** Only with a failed critical answer. */
  critical: Flag.optional(),
  /** Only submissions that caused a task; `open`: one that is not completed. */
  findings: z.enum(['any', 'open', 'closed']).optional(),
})
export type Slice = z.infer<typeof Slice>
