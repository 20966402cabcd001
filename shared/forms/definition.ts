/**
 * Definition of a form: the JSON of a form version, read by every screen, score and PDF. These schemas check any draft;
 * `mistakes.ts` checks what a published form needs, and the engine imports types only, so zod stays out of the browser.
 */
import { z } from 'zod'
import { Id, LocalizedText } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { FormTrigger } from './consequences.ts'
import { ChoiceSet, ElementId, Expression, element, Percent, Weight } from './elementFields.ts'
import { Question } from './questions.ts'
import { FormTable } from './tables/formTable.ts'

/** Content to read: Markdown, a picture, a link to a guide. */
export const Instruction = z
  .strictObject({
    type: z.literal('instruction'),
    ...element,
    body: LocalizedText.optional(),
  })
  .meta({ id: 'Instruction' })

type Shown = Omit<z.infer<typeof Instruction>, 'type' | 'body'>

/** Sample size: enough animals for a share within `precision` percentage points at `confidence` per cent. */
export const Sample = z
  .strictObject({
    confidence: z.union([z.literal(90), z.literal(95)]),
    precision: z.number().min(1).max(50),
    /** Half of them first: with a clear result the other half is not needed. */
    in_halves: z.literal(true).optional(),
  })
  .meta({ id: 'Sample' })

/** Source of a repeat's rows; without one the person adds them. */
export const Rows = z
  .discriminatedUnion('from', [
    /** As many as the expression says: XLSForm's repeat_count. */
    z.strictObject({ from: z.literal('count'), count: Expression }),
    /**
     * One for each animal of a group, or of a sample: of the named group question, else of the submission's subject.
     */
    z.strictObject({
      from: z.literal('animals'),
      group: ElementId.optional(),
      /** Animal question of the repeat, which is answered in each row from the start. */
      animal: ElementId,
      sample: Sample.optional(),
    }),
    /** As many as a sample of this population needs; counted, without names. */
    z.strictObject({ from: z.literal('sample'), population: Expression, sample: Sample }),
  ])
  .meta({ id: 'Rows' })

/**
 * Share of the rows in which a question was answered with a grade or worse, separate from points. A grade is that of
 * the choice (the worst of several), the number of a number, slider or rating, and 1 for the failed answer of yes and
 * no. Rows without an answer or applicable question are not counted.
 */
export const Measure = z
  .strictObject({
    id: ElementId,
    label: LocalizedText,
    question: ElementId,
    at_least: z.number(),
    /** Largest shares, in percent, that are good and that need attention. */
    limits: z.strictObject({ good: Percent, attention: Percent }).optional(),
  })
  .meta({ id: 'Measure' })

const Elements: z.ZodType<Element[]> = z
  .array(z.lazy(() => Element))
  .max(500)
  .meta({ id: 'Elements' })

/** Elements that are shown, hidden and headed together. Its label may be empty. */
export const Group = z
  .strictObject({
    type: z.literal('group'),
    ...element,
    questions: Elements,
    /** A table where there is room: each question is a line with its choices. One below the other by default. */
    layout: z.literal('table').optional(),
  })
  .meta({ id: 'Group' })

/** The same questions for each row. */
export const Repeat = z
  .strictObject({
    type: z.literal('repeat'),
    ...element,
    questions: Elements,
    rows: Rows.optional(),
    /** Name of a row: "Cow ${ear_tag}"; its number by default. */
    row_label: LocalizedText.optional(),
    min_rows: z.int().min(0).max(500).optional(),
    max_rows: z.int().min(1).max(500).optional(),
    /** One below the other, or as a table with a line for each row. */
    layout: z.enum(['cards', 'table']).optional(),
    measures: z.array(Measure).max(50).optional(),
  })
  .meta({ id: 'Repeat' })

export const Element: z.ZodType<Element> = z
  .discriminatedUnion('type', [...Question.options, Instruction, Group, Repeat])
  .meta({ id: 'Element' })

export const Section = z
  .strictObject({
    id: ElementId,
    title: LocalizedText,
    hint: LocalizedText.optional(),
    appearance: element.appearance,
    visible_if: Expression.optional(),
    questions: Elements,
    /** Continues the page of the previous section. */
    same_page: z.boolean().optional(),
    /** Weight of its percentage in the whole; with any weight, points of sections are not added up. */
    weight: Weight.optional(),
    /** Percentage below which the whole form fails. */
    pass_percent: Percent.optional(),
  })
  .meta({ id: 'Section' })

/** Percentages of the points. Below `attention` it is time to act. */
export const Scoring = z
  .strictObject({
    pass_percent: Percent.optional(),
    /** Best band that a critical failure allows, in its section and in the whole; unlimited by default. */
    critical_cap: Percent.optional(),
    bands: z.strictObject({ good: Percent, attention: Percent }),
  })
  .meta({ id: 'Scoring' })

/**
 * Origin of a translation: a short hash of the text in the form's own language (`texts.ts`), by the text's key
 * and language. A translation whose original has changed is stale.
 */
export const TranslationSources = z
  .record(z.string().max(400), z.partialRecord(z.enum(locales), z.string().max(20)))
  .meta({ id: 'TranslationSources' })

/**
 * People who may begin the form: all employees or only these roles, and guests, who see no other form. A task that asks
 * for the form is done by its assignee.
 */
export const FilledBy = z
  .strictObject({
    role_ids: z.array(Id).min(1).max(50).optional(),
    guests: z.boolean().optional(),
  })
  .meta({ id: 'FilledBy' })

/** Subjects that are asked for first: rows of these registers, and whether one is required. */
export const About = z
  .strictObject({
    types: z.array(z.enum(subjectTypes)).min(1).max(subjectTypes.length),
    required: z.boolean().optional(),
  })
  .meta({ id: 'About' })

/**
 * Reviewers: everybody with the right, or these people. No review without it. Named people who have lost the right are
 * not waited for.
 */
export const ReviewedBy = z.strictObject({ user_ids: z.array(Id).min(1).max(50).optional() }).meta({ id: 'ReviewedBy' })

export const Definition = z
  .strictObject({
    /** Rises only if an old definition would change its meaning: a form grows by addition. */
    schema: z.literal(1),
    default_language: z.enum(locales),
    sections: z.array(Section).max(100),
    choice_sets: z.array(ChoiceSet).max(200).optional(),
    tables: z.array(FormTable).max(50).optional(),
    scoring: Scoring.optional(),
    triggers: z.array(FormTrigger).max(100).optional(),
    footer: LocalizedText.optional(),
    settings: z
      .strictObject({
        /** Shows the score before the form is completed. */
        score_preview: z.boolean().optional(),
        /** Text after sending, for visitors and employees. */
        thanks: LocalizedText.optional(),
        filled_by: FilledBy.optional(),
        about: About.optional(),
        reviewed_by: ReviewedBy.optional(),
        /**
         * Makes its public links a reporting channel (shared/cases): a case, not a submission, anonymous and for people
         * with the case right only. Signed-in people cannot fill it in.
         */
        reporting_channel: z.boolean().optional(),
        /** The company's form for reports of a photo and a few words (`POST form/quick-report`). */
        quick_report: z.boolean().optional(),
      })
      .optional(),
    translated_from: TranslationSources.optional(),
  })
  .meta({ id: 'Definition' })

export type Instruction = z.infer<typeof Instruction>
export type Sample = z.infer<typeof Sample>
export type Rows = z.infer<typeof Rows>
export type Measure = z.infer<typeof Measure>
export type Group = Shown & { type: 'group'; questions: Element[]; layout?: 'table' | undefined }
export type Repeat = Shown & {
  type: 'repeat'
  questions: Element[]
  rows?: Rows | undefined
  row_label?: LocalizedText | undefined
  min_rows?: number | undefined
  max_rows?: number | undefined
  layout?: 'cards' | 'table' | undefined
  measures?: Measure[] | undefined
}
export type Element = Question | Instruction | Group | Repeat
export type ElementType = Element['type']
export type Section = z.infer<typeof Section>
export type About = z.infer<typeof About>
export type ReviewedBy = z.infer<typeof ReviewedBy>
export type FilledBy = z.infer<typeof FilledBy>
export type Scoring = z.infer<typeof Scoring>
export type TranslationSources = z.infer<typeof TranslationSources>
export type Definition = z.infer<typeof Definition>
