import { z } from 'zod'
import { Id, LocalizedText, Time } from '../lib/fields.ts'
import { NamedSubject } from '../subjects/contract.ts'

/** One look at one herd: population, counted, affected. */
export const PrevalenceOfHerd = z
  .object({
    submission_id: Id,
    completed_at: Time,
    subjects: z.array(NamedSubject.pick({ type: true, id: true, name: true })),
    /** Size of the herd; null where nobody recorded it. */
    population: z.int().nullable(),
    counted: z.int(),
    affected: z.int(),
    percent: z.number().nullable(),
    /** Interval of the herd's share, with 95 per cent. */
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** Reason for a missing interval: all animals were counted, they were picked by hand, or the size is unknown. */
    no_interval: z.enum(['all_counted', 'by_hand', 'population_unknown', 'nobody_counted']).nullable(),
  })
  .meta({ id: 'PrevalenceOfHerd' })
export type PrevalenceOfHerd = z.infer<typeof PrevalenceOfHerd>

/** A measure of a form with one scale. A changed scale starts a new one. */
export const PrevalenceOfMeasure = z
  .object({
    form_id: Id,
    measure_id: z.string(),
    label: LocalizedText,
    default_language: z.string(),
    /** Question and grade from which an animal counts as affected. */
    scale: z.object({
      id: z.string(),
      version: z.int(),
      at_least: z.number(),
      question: LocalizedText,
      form_versions: z.array(z.int()),
    }),
    limits: z.object({ good: z.number(), attention: z.number() }).nullable(),
    /** Newest first. */
    herds: z.array(PrevalenceOfHerd),
    /** Total, of which the first hundred are shown. */
    total: z.int(),
  })
  .meta({ id: 'PrevalenceOfMeasure' })
export type PrevalenceOfMeasure = z.infer<typeof PrevalenceOfMeasure>
