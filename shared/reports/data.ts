/** What a report shows, as it was counted. Shares are percentages with one decimal; null where there is nothing to divide by. */
import { z } from 'zod'
import { Day, Id, LocalizedText, Time } from '../lib/fields.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { NamedSubject } from '../subjects/subjects.ts'
import { PrevalenceOfMeasure } from './prevalenceShape.ts'

const Count = z.int().min(0)
const Percent = z.number().nullable()

/** Numbers of a set of submissions. */
const counts = {
  submissions: Count,
  /** Those whose form gives points, and the mean of their percentages. */
  scored: Count,
  average: Percent,
  good: Count,
  attention: Count,
  act: Count,
  /** Without a rating. */
  unrated: Count,
  /** With at least one failed critical answer. */
  critical: Count,
}
export const ReportCounts = z.object(counts).meta({ id: 'ReportCounts' })
export type ReportCounts = z.infer<typeof ReportCounts>

/** Days, both included. */
export const ReportBucket = z.object({ from: Day, to: Day }).meta({ id: 'ReportBucket' })
export type ReportBucket = z.infer<typeof ReportBucket>

export const ReportForm = z
  .object({ id: Id, name: LocalizedText, default_language: z.string(), submissions: Count })
  .meta({ id: 'ReportForm' })

export const TrendPoint = ReportBucket.extend({
  ...counts,
  /** There are fewer than five, from people without a name: nothing is told of them. */
  is_hidden: z.boolean(),
}).meta({ id: 'TrendPoint' })
export type TrendPoint = z.infer<typeof TrendPoint>

export const ComparedGroup = z
  .object({
    /** The id of the row or person, or the answer; empty for what belongs to none. */
    key: z.string(),
    /** Null for an answer and for those that belong to none. */
    subject: NamedSubject.pick({ type: true, id: true, name: true }).nullable(),
    /** Of a person, a form or an answer. */
    name: LocalizedText.nullable(),
    ...counts,
    /** The mean in each part of the period. */
    averages: z.array(Percent),
  })
  .meta({ id: 'ComparedGroup' })
export type ComparedGroup = z.infer<typeof ComparedGroup>

/** Versions of a form in which a question was the same: others are kept apart. */
const asked = {
  form_id: Id,
  question_id: z.string(),
  label: LocalizedText,
  /** The language that its texts fall back to. */
  default_language: z.string(),
  type: z.string(),
  versions: z.array(z.int()),
}

export const Distribution = z
  .object({
    ...asked,
    /** How many answers there are; in rows of a repeat there are several of one submission. */
    answered: Count,
    /** Of questions with choices; of a multiple choice they add up to more. */
    choices: z
      .array(z.object({ id: z.string(), label: LocalizedText, count: Count, percent: Percent, fails: z.boolean() }))
      .nullable(),
    /** Of numbers. The last bin holds its upper end too. */
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
    /** There are fewer than five, from people without a name: what they say is not told. */
    is_hidden: z.boolean(),
  })
  .meta({ id: 'Distribution' })
export type Distribution = z.infer<typeof Distribution>

export const HeatRow = z
  .object({
    ...asked,
    /** For each part of the period: how many answers count, and how many of them failed. */
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
    /** Hours from the submission to the end of what it found, however that was, of those that are closed. */
    median_hours: z.number().nullable(),
    mean_hours: z.number().nullable(),
    /** By when they were found. */
    over_time: z.array(ReportBucket.extend({ opened: Count, closed: Count, median_hours: z.number().nullable() })),
    /** The questions of which most came. */
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
  /** Their time was over, or they are overdue now. */
  not_done: Count,
  /** Done of due. */
  percent: Percent,
}
export const CompletionPart = z
  .object({ ...taskCounts, over_time: z.array(ReportBucket.extend(taskCounts)) })
  .meta({ id: 'CompletionPart' })
export type CompletionPart = z.infer<typeof CompletionPart>

export const RegistersPart = z
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
    /** The newest. */
    photos: z.array(
      z.object({
        id: Id,
        submission_id: Id,
        question_id: z.string(),
        /** Below /storage/. */
        path: z.string(),
        preview_path: z.string().nullable(),
        width: z.int().nullable(),
        height: z.int().nullable(),
        /** What its person wrote under it. */
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
    made_at: Time,
    /** Whether the caller may read everybody's submissions, or the numbers are of some. */
    is_everything: z.boolean(),
    forms: z.array(ReportForm),
    totals: ReportCounts,
    /** The same for as many days before. */
    before: ReportCounts,
    trend: z.array(TrendPoint).nullable(),
    comparison: z
      .object({
        groups: z.array(ComparedGroup),
        /** How many there are, of which the first hundred are shown. */
        total: Count,
        /** Some groups are left out, because few people without a name answered there. */
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
    /** Some of what it counts came from people without a name. */
    is_anonymous: z.boolean(),
  })
  .meta({ id: 'ReportData' })
export type ReportData = z.infer<typeof ReportData>

/** How a group of animals has fared. */
export const GroupWelfare = ReportData.pick({
  ...({ from: true, to: true, forms: true, totals: true } as const),
  ...({ trend: true, prevalence: true, is_everything: true } as const),
}).meta({ id: 'GroupWelfare' })
export type GroupWelfare = z.infer<typeof GroupWelfare>
