import { z } from 'zod'
import { Id, LocalizedText, Time } from '../lib/fields.ts'
import { NamedSubject } from '../subjects/subjects.ts'

/** One look at one herd: of so many animals so many were counted, of which so many had it. */
export const PrevalenceOfHerd = z
  .object({
    submission_id: Id,
    completed_at: Time,
    subjects: z.array(NamedSubject.pick({ type: true, id: true, name: true })),
    /** How many animals the herd had; null where nobody noted it. */
    population: z.int().nullable(),
    counted: z.int(),
    affected: z.int(),
    percent: z.number().nullable(),
    /** Between which shares the herd's own lies, 95 times in a hundred. */
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** Why there is none: everybody was counted, they were picked by hand, or nobody noted how many there are. */
    no_interval: z.enum(['all_counted', 'by_hand', 'population_unknown', 'nobody_counted']).nullable(),
  })
  .meta({ id: 'PrevalenceOfHerd' })
export type PrevalenceOfHerd = z.infer<typeof PrevalenceOfHerd>

/** A measure of a form with one scale. Where its scale changed it begins anew, with the next version of the scale. */
export const PrevalenceOfMeasure = z
  .object({
    form_id: Id,
    measure_id: z.string(),
    label: LocalizedText,
    default_language: z.string(),
    /** What it is measured by: the question, and from which grade on. */
    scale: z.object({
      id: z.string(),
      version: z.int(),
      at_least: z.number(),
      question: LocalizedText,
      form_versions: z.array(z.int()),
    }),
    limits: z.object({ good: z.number(), attention: z.number() }).nullable(),
    /** The newest first. */
    herds: z.array(PrevalenceOfHerd),
    /** How many there are, of which the first hundred are shown. */
    total: z.int(),
  })
  .meta({ id: 'PrevalenceOfMeasure' })
export type PrevalenceOfMeasure = z.infer<typeof PrevalenceOfMeasure>
