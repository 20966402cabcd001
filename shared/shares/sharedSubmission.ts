/** A submission as whoever has its link reads it: what its PDF says, in words of the reader's language. */
import { z } from 'zod'
import { scoreBands } from '../forms/scoring/score.ts'
import { Id } from '../lib/fields.ts'

const Tone = z.enum(['ok', 'attention', 'stop'])

const SharedAnswer = z
  .object({
    question: z.string(),
    hint: z.string().optional(),
    /** Null where it was not answered. */
    answer: z.string().nullable(),
    tone: Tone.optional(),
    note: z.string().optional(),
    /** The task that came of it. */
    task: z.string().optional(),
    /** It is no answer but a heading over those that follow, so deep. */
    heading: z.int().optional(),
    /** Where its photos are; null in the place of one that never arrived. */
    pictures: z.array(z.string().nullable()),
    /** What its person wrote under each of them. */
    captions: z.array(z.string()),
  })
  .meta({ id: 'SharedAnswer' })
export type SharedAnswer = z.infer<typeof SharedAnswer>

export const SharedSubmission = z.object({
  kind: z.literal('submission'),
  id: Id,
  form: z.object({ name: z.string(), version: z.int(), note: z.string().optional() }),
  person: z.string(),
  completed_at: z.string(),
  subjects: z.array(z.string()),
  score: z
    .object({
      percent: z.string(),
      band: z.enum(scoreBands).nullable(),
      band_label: z.string(),
      points: z.string(),
      failed: z.string().optional(),
    })
    .nullable(),
  /** The state in which the form leaves what it is about. */
  status: z.object({ label: z.string(), words: z.string(), tone: Tone }).nullable(),
  /** Failed critical answers. */
  findings: z.array(z.object({ question: z.string(), answer: z.string(), task: z.string().optional() })),
  sections: z.array(z.object({ title: z.string(), score: z.string().optional(), answers: z.array(SharedAnswer) })),
})
export type SharedSubmission = z.infer<typeof SharedSubmission>
