import { z } from 'zod'
import { Day, Id, LocalizedText, Time } from '../lib/fields.ts'

/** What a company's present plan is, or the last one where all have ended; null while it never had one. */
export const CurrentPlan = z
  .object({
    /** The company's plan row. */
    id: Id,
    /** The offer that it was opened with. */
    plan_id: Id,
    name: LocalizedText,
    is_trial: z.boolean(),
    selected_plan_id: Id.nullable(),
    /** The last day, by the company's clock. */
    end_date: Day.nullable(),
    /** The moment at which it ends: midnight after the last day. */
    ends_at: Time.nullable(),
    /** Everything can be read, and almost nothing written. */
    is_expired: z.boolean(),
  })
  .meta({ id: 'CurrentPlan' })
export type CurrentPlan = z.infer<typeof CurrentPlan>
