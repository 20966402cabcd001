/** A submission for the holder of its link: the content of its PDF, in the reader's language. */
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
    /** Task that it caused. */
    task: z.string().optional(),
    /** Level of a heading over the following answers; not set for an answer. */
    heading: z.int().optional(),
    /** Addresses of its photos; null for one that never arrived. */
    pictures: z.array(z.string().nullable()),
    /** Caption of each photo. */
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
  /** Status that the form sets for its subject. */
  status: z.object({ label: z.string(), words: z.string(), tone: Tone }).nullable(),
  /** Failed critical answers. */
  findings: z.array(z.object({ question: z.string(), answer: z.string(), task: z.string().optional() })),
  sections: z.array(z.object({ title: z.string(), score: z.string().optional(), answers: z.array(SharedAnswer) })),
})
export type SharedSubmission = z.infer<typeof SharedSubmission>
