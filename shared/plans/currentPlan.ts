import { z } from 'zod'
import { Day, Id, LocalizedText, Time } from '../lib/fields.ts'

/** The company's present plan, or the last one where all have ended; null without any. */
export const CurrentPlan = z
  .object({
    /** Row of the company's plan. */
    id: Id,
    /** Offer that it was opened with. */
    plan_id: Id,
    name: LocalizedText,
    is_trial: z.boolean(),
    selected_plan_id: Id.nullable(),
    /** Last day, by the company's clock. */
    end_date: Day.nullable(),
    /** Moment of its end: midnight after the last day. */
    ends_at: Time.nullable(),
    /** True after the end: everything can be read, and almost nothing written. */
    is_expired: z.boolean(),
  })
  .meta({ id: 'CurrentPlan' })
export type CurrentPlan = z.infer<typeof CurrentPlan>
