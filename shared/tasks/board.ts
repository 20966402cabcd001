import { z } from 'zod'
import { Id } from '../lib/fields.ts'

/** So far back the work of people is looked at. */
export const boardDays = 28
/** So many occurrences go to somebody else at once. */
export const maxGiven = 100

/** How the work of one person stands. */
export const BoardPerson = z
  .object({
    user_id: Id,
    user_name: z.string(),
    /** Frozen, or gone from the company, with work that is still theirs. */
    is_away: z.boolean(),
    open: z.int(),
    overdue: z.int(),
    /** Of what was due in these days and not skipped; null where nothing was. */
    done_percent: z.int().nullable(),
  })
  .meta({ id: 'BoardPerson' })
export type BoardPerson = z.infer<typeof BoardPerson>
