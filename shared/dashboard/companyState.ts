import { z } from 'zod'
import { Day, Time } from '../lib/fields.ts'
import { PageMeta } from '../lib/paging.ts'
import { type FigureKind, figureKinds } from './figures.ts'

const Count = z.int().min(0)

/** Figures of a company: waiting work, amounts, and the last twelve weeks. */
export const CompanyState = z
  .object({
    made_at: Time,
    /** Each counts its list (`figures.ts`); a figure without the right to read is missing. */
    figures: z.array(
      PageMeta.pick({ total: true, total_is_lower_bound: true }).extend({
        kind: z.enum(figureKinds as [FigureKind, ...FigureKind[]]),
      }),
    ),
    /**
     * Complete submissions that the reader may see, in weeks of seven days by the company's clock, ending today. Null
     * without that right.
     */
    weeks: z
      .array(
        z.object({
          from: Day,
          to: Day,
          submissions: Count,
          /** Submissions that need action. */
          act: Count,
          /** Mean of rated submissions, in percent. */
          average: z.number().nullable(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'CompanyState' })
export type CompanyState = z.infer<typeof CompanyState>
