import { z } from 'zod'
import { subjectStatuses } from '../../subjects/registry.ts'

/** How the animals of a roster were chosen: the whole herd, at random, or by hand. */
export const pickings = ['all', 'random', 'by_hand'] as const

export const scoreBands = ['good', 'attention', 'act'] as const

const part = {
  points: z.number(),
  max: z.number(),
  /** 0 to 100 with one decimal; null where nothing was scored. */
  percent: z.number().nullable(),
}

export const MeasureScore = z
  .object({
    id: z.string(),
    repeat_id: z.string(),
    /** Examined animals, and affected ones among them. */
    counted: z.int(),
    affected: z.int(),
    /** 0 to 100 with one decimal; null where nothing was examined. */
    percent: z.number().nullable(),
    /** Null without limits. */
    band: z.enum(scoreBands).nullable(),
    /** Size of the herd; absent where the form does not know it. */
    population: z.int().optional(),
    /** How the examined ones were chosen; absent in older scores. */
    picked: z.enum(pickings).optional(),
  })
  .meta({ id: 'MeasureScore' })

/** Score of a set of answers, computed by `scoring.ts`. */
export const Score = z
  .object({
    ...part,
    /** False below a pass mark or with a failed critical answer; null while nothing was judged. */
    passed: z.boolean().nullable(),
    /** Null while nothing was judged, and for forms without scoring. */
    band: z.enum(scoreBands).nullable(),
    /** `passed` only where the section has a pass mark; null while nothing in it was scored. */
    sections: z.array(z.object({ id: z.string(), ...part, passed: z.boolean().nullable().optional() })),
    /** Failed answers in the order of the form, critical or not, with the row where there is one. */
    failed: z.array(z.object({ question_id: z.string(), row_id: z.string().optional(), critical: z.boolean() })),
    /** Absent from forms without measures. */
    measures: z.array(MeasureScore).optional(),
    /** Status of the subjects; absent where none was set. */
    subject_status: z.enum(subjectStatuses).optional(),
    /** Version of the scoring rules. */
    engine: z.int(),
  })
  .meta({ id: 'Score' })

export type Band = (typeof scoreBands)[number]
export type MeasureScore = z.infer<typeof MeasureScore>
export type Score = z.infer<typeof Score>
