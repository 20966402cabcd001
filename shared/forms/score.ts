import { z } from 'zod'

export const scoreBands = ['good', 'attention', 'act'] as const

const part = {
  points: z.number(),
  max: z.number(),
  /** 0 to 100 with one decimal; null where nothing was scored. */
  percent: z.number().nullable(),
}

/** What a set of answers is worth, as `scoring.ts` computes it. */
export const Score = z.object({
  ...part,
  /** False below the pass mark or with a failed critical answer; null while nothing was judged. */
  passed: z.boolean().nullable(),
  /** Null while nothing was judged, and for forms without scoring. */
  band: z.enum(scoreBands).nullable(),
  sections: z.array(z.object({ id: z.string(), ...part })),
  /** Every failed answer in the order of the form, critical or not. */
  failed: z.array(z.object({ question_id: z.string(), critical: z.boolean() })),
  /** The version of the rules that computed it. */
  engine: z.int(),
})

export type Band = (typeof scoreBands)[number]
export type Score = z.infer<typeof Score>
