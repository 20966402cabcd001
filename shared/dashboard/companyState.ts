import { z } from 'zod'
import { Day, Time } from '../lib/fields.ts'
import { PageMeta } from '../lib/paging.ts'
import { type FigureKind, figureKinds } from './figures.ts'

const Count = z.int().min(0)

/** How a company stands: what waits for somebody, how much there is, and how the last twelve weeks went. */
export const CompanyState = z
  .object({
    made_at: Time,
    /** Each counts what its list has (`figures.ts`); of what one may not read there is none. */
    figures: z.array(
      PageMeta.pick({ total: true, total_is_lower_bound: true }).extend({
        kind: z.enum(figureKinds as [FigureKind, ...FigureKind[]]),
      }),
    ),
    /** Complete submissions that one may read, in weeks of seven days by the company's clock; the last ends today. Null without that right. */
    weeks: z
      .array(
        z.object({
          from: Day,
          to: Day,
          submissions: Count,
          /** Those that must be acted on. */
          act: Count,
          /** The mean of those that were rated, in percent. */
          average: z.number().nullable(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'CompanyState' })
export type CompanyState = z.infer<typeof CompanyState>
