import { z } from 'zod'
import { Day, Id, LocalizedText, NamedRow, Time } from '../lib/fields.ts'
import { NamedSubject } from '../subjects/contract.ts'
import { subjectTypes } from '../subjects/registry.ts'

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

// Result of a report. Shares are percentages with one decimal; null where the divisor is zero.

const Count = z.int().min(0)
const Percent = z.number().nullable()

/** Figures of a set of submissions. */
const counts = {
  submissions: Count,
  /** Submissions with points, and the mean of their percentages. */
  scored: Count,
  average: Percent,
  good: Count,
  attention: Count,
  act: Count,
  /** Submissions without a rating. */
  unrated: Count,
  /** Submissions with a failed critical answer. */
  critical: Count,
}
export const ReportCounts = z.object(counts).meta({ id: 'ReportCounts' })
export type ReportCounts = z.infer<typeof ReportCounts>

/** Days, both included. */
export const ReportBucket = z.object({ from: Day, to: Day }).meta({ id: 'ReportBucket' })
export type ReportBucket = z.infer<typeof ReportBucket>

const ReportForm = z
  .object({ id: Id, name: LocalizedText, default_language: z.string(), submissions: Count })
  .meta({ id: 'ReportForm' })

export const TrendPoint = ReportBucket.extend({
  ...counts,
  /** True for fewer than five submissions of anonymous people: nothing is shown of them. */
  is_hidden: z.boolean(),
}).meta({ id: 'TrendPoint' })
export type TrendPoint = z.infer<typeof TrendPoint>

export const ComparedGroup = z
  .object({
    /** Id of the row or person, or the answer; empty for the rest. */
    key: z.string(),
    /** Null for an answer and for the rest. */
    subject: NamedSubject.pick({ type: true, id: true, name: true }).nullable(),
    /** Of a person, a form or an answer. */
    name: LocalizedText.nullable(),
    ...counts,
    /** Mean in each part of the period. */
    averages: z.array(Percent),
  })
  .meta({ id: 'ComparedGroup' })
export type ComparedGroup = z.infer<typeof ComparedGroup>

/** Versions of a form with the same question; other versions are separate. */
const asked = {
  form_id: Id,
  question_id: z.string(),
  label: LocalizedText,
  /** Fallback language of its texts. */
  default_language: z.string(),
  type: z.string(),
  versions: z.array(z.int()),
}

export const Distribution = z
  .object({
    ...asked,
    /** Number of answers; rows of a repeat give several per submission. */
    answered: Count,
    /** Choices; those of a multiple choice add up to more. */
    choices: z
      .array(z.object({ id: z.string(), label: LocalizedText, count: Count, percent: Percent, fails: z.boolean() }))
      .nullable(),
    /** Bins of numbers. The last one includes its upper end. */
    numbers: z
      .object({
        unit: LocalizedText.nullable(),
        min: z.number(),
        max: z.number(),
        mean: z.number(),
        median: z.number(),
        bins: z.array(z.object({ from: z.number(), to: z.number(), count: Count })),
      })
      .nullable(),
    /** True for fewer than five answers of anonymous people, which are hidden. */
    is_hidden: z.boolean(),
  })
  .meta({ id: 'Distribution' })
export type Distribution = z.infer<typeof Distribution>

export const HeatRow = z
  .object({
    ...asked,
    /** Counted and failed answers in each part of the period. */
    cells: z.array(z.object({ judged: Count, failed: Count })),
    judged: Count,
    failed: Count,
  })
  .meta({ id: 'HeatRow' })
export type HeatRow = z.infer<typeof HeatRow>

export const FindingsPart = z
  .object({
    opened: Count,
    closed: Count,
    open: Count,
    /** Hours from the submission to the end of a closed finding. */
    median_hours: z.number().nullable(),
    mean_hours: z.number().nullable(),
    /** Parts of the period by the day of the finding. */
    over_time: z.array(ReportBucket.extend({ opened: Count, closed: Count, median_hours: z.number().nullable() })),
    /** Questions with the most findings. */
    questions: z.array(
      z.object({
        form_id: Id,
        question_id: z.string(),
        label: LocalizedText,
        default_language: z.string(),
        opened: Count,
        open: Count,
        median_hours: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'FindingsPart' })
export type FindingsPart = z.infer<typeof FindingsPart>

const taskCounts = {
  /** Occurrences that were due. */
  due: Count,
  in_time: Count,
  late: Count,
  skipped: Count,
  /** Missed or overdue occurrences. */
  not_done: Count,
  /** Completed share of due ones. */
  percent: Percent,
}
export const CompletionPart = z
  .object({ ...taskCounts, over_time: z.array(ReportBucket.extend(taskCounts)) })
  .meta({ id: 'CompletionPart' })
export type CompletionPart = z.infer<typeof CompletionPart>

const RegistersPart = z
  .array(
    z.object({
      type: z.enum(subjectTypes),
      total: Count,
      ok: Count,
      attention: Count,
      stop: Count,
      unknown: Count,
    }),
  )
  .meta({ id: 'RegistersPart' })

export const PhotosPart = z
  .object({
    total: Count,
    /** Newest first. */
    photos: z.array(
      z.object({
        id: Id,
        submission_id: Id,
        question_id: z.string(),
        /** Path below /storage/. */
        path: z.string(),
        preview_path: z.string().nullable(),
        width: z.int().nullable(),
        height: z.int().nullable(),
        /** Caption by its author. */
        caption: z.string().nullable(),
        form_name: LocalizedText,
        completed_at: Time,
        subjects: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'PhotosPart' })
export type PhotosPart = z.infer<typeof PhotosPart>

export const ReportData = z
  .object({
    report_id: Id,
    name: z.string(),
    from: Day,
    to: Day,
    time_zone: z.string(),
    /** With which day the company's weeks begin; Sunday is 0. */
    first_day: z.int(),
    made_at: Time,
    /** True when the reader may see everybody's submissions; otherwise the figures are partial. */
    is_everything: z.boolean(),
    forms: z.array(ReportForm),
    totals: ReportCounts,
    /** Figures of as many days before. */
    before: ReportCounts,
    trend: z.array(TrendPoint).nullable(),
    comparison: z
      .object({
        groups: z.array(ComparedGroup),
        /** Total, of which the first hundred are shown. */
        total: Count,
        /** True when groups are hidden because few anonymous people answered there. */
        is_partly_hidden: z.boolean(),
      })
      .nullable(),
    prevalence: z.array(PrevalenceOfMeasure).nullable(),
    heat_map: z.array(HeatRow).nullable(),
    distribution: z.array(Distribution).nullable(),
    findings: FindingsPart.nullable(),
    completion: CompletionPart.nullable(),
    registers: RegistersPart.nullable(),
    photos: PhotosPart.nullable(),
    /** Locations to which it is narrowed, with all below them, where one site is looked at; null: all of them. */
    site: z.array(NamedRow).nullable(),
    /** True when anonymous people are counted too. */
    is_anonymous: z.boolean(),
  })
  .meta({ id: 'ReportData' })
export type ReportData = z.infer<typeof ReportData>

/** Welfare of a group of animals. */
export const GroupWelfare = ReportData.pick({
  ...({ from: true, to: true, forms: true, totals: true } as const),
  ...({ trend: true, prevalence: true, is_everything: true } as const),
}).meta({ id: 'GroupWelfare' })
export type GroupWelfare = z.infer<typeof GroupWelfare>
