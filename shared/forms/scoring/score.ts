import { z } from 'zod'
import { subjectStatuses } from '../../subjects/subjectStatuses.ts'

/** How the animals of a roster were chosen: all of the herd, by chance, or by whoever looked. */
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
    /** How many animals were looked at, and how many of them have it. */
    counted: z.int(),
    affected: z.int(),
    /** 0 to 100 with one decimal; null where nobody looked. */
    percent: z.number().nullable(),
    /** Null without limits. */
    band: z.enum(scoreBands).nullable(),
    /** How many animals there were; absent where the form does not know. */
    population: z.int().optional(),
    /** How those that were looked at were chosen; absent from before this was noted. */
    picked: z.enum(pickings).optional(),
  })
  .meta({ id: 'MeasureScore' })

/** What a set of answers is worth, as `scoring.ts` computes it. */
export const Score = z
  .object({
    ...part,
    /** False below a pass mark or with a failed critical answer; null while nothing was judged. */
    passed: z.boolean().nullable(),
    /** Null while nothing was judged, and for forms without scoring. */
    band: z.enum(scoreBands).nullable(),
    /** `passed` only where the section has a pass mark of its own; null while nothing in it was scored. */
    sections: z.array(z.object({ id: z.string(), ...part, passed: z.boolean().nullable().optional() })),
    /** Every failed answer in the order of the form, critical or not; with its row where it was given in one. */
    failed: z.array(z.object({ question_id: z.string(), row_id: z.string().optional(), critical: z.boolean() })),
    /** Absent from forms without measures. */
    measures: z.array(MeasureScore).optional(),
    /** The state that the subjects are in now; absent when nothing was said about it. */
    subject_status: z.enum(subjectStatuses).optional(),
    /** The version of the rules that computed it. */
    engine: z.int(),
  })
  .meta({ id: 'Score' })

export type Band = (typeof scoreBands)[number]
export type MeasureScore = z.infer<typeof MeasureScore>
export type Score = z.infer<typeof Score>
