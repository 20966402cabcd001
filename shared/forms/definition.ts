/**
 * What a form is: the JSON that a form version keeps and every screen, score and PDF reads. A form has sections, each a page of its
 * own unless it says otherwise, and a section has elements: questions (`questions.ts`), instructions, groups, and repeats, which ask
 * the same once for each row.
 *
 * It grows by addition only: a new question type is one more member of `Question`, and `schema` rises only if an old definition would
 * come to mean something else. Unknown properties are refused instead of ignored, because a misspelt `critical` would otherwise
 * silently make a form milder.
 *
 * The schemas here check the shape, which a draft has at any moment; what a form must have before people may fill it in is in
 * `mistakes.ts`. The engine (judge, scoring, check, progress, evaluation) takes its types from here and nothing else, so that zod
 * stays out of the screen that fills in a form.
 */
import { z } from 'zod'
import { Id, LocalizedText } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { ChoiceSet } from './choices.ts'
import { FormTrigger } from './consequences.ts'
import { ElementId, Expression, element, Percent, Weight } from './elementFields.ts'
import { Question } from './questions.ts'
import { FormTable } from './tables/formTable.ts'

/** Something to read: a text with Markdown, a picture, a link into a guide. */
export const Instruction = z
  .strictObject({
    type: z.literal('instruction'),
    ...element,
    body: LocalizedText.optional(),
  })
  .meta({ id: 'Instruction' })

type Shown = Omit<z.infer<typeof Instruction>, 'type' | 'body'>

/** How many animals of how many: enough for a share that is right to `precision` percent points, `confidence` times in a hundred. */
export const Sample = z
  .strictObject({
    confidence: z.union([z.literal(90), z.literal(95)]),
    precision: z.number().min(1).max(50),
    /** Half of them first: where the verdict is clear by then, the other half need not be looked at. */
    in_halves: z.literal(true).optional(),
  })
  .meta({ id: 'Sample' })

/** Where the rows of a repeat come from; the person adds them where it is absent. */
export const Rows = z
  .discriminatedUnion('from', [
    /** Exactly as many as the expression says: XLSForm's repeat_count. */
    z.strictObject({ from: z.literal('count'), count: Expression }),
    /** One for each animal of a group, or for a sample of them: of the group question named, else of the submission's own subject. */
    z.strictObject({
      from: z.literal('animals'),
      group: ElementId.optional(),
      /** The animal question of the repeat that each row answers from the start. */
      animal: ElementId,
      sample: Sample.optional(),
    }),
    /** As many as a sample of so many animals needs; they are only counted and have no names. */
    z.strictObject({ from: z.literal('sample'), population: Expression, sample: Sample }),
  ])
  .meta({ id: 'Rows' })

/**
 * The share of the rows in which a question was answered with a grade or worse, kept apart from points. A grade is the grade of the
 * choice (the worst of several), the number of a number, slider or rating, and 1 for the failed answer of yes and no. Rows without an
 * answer, and those to which the question does not apply, are not counted.
 */
export const Measure = z
  .strictObject({
    id: ElementId,
    label: LocalizedText,
    question: ElementId,
    at_least: z.number(),
    /** The largest shares, in percent, that are still good and still only call for attention. */
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
    /** A table, where there is room: each question is a line, with its choices beside it. One below the other when absent. */
    layout: z.literal('table').optional(),
  })
  .meta({ id: 'Group' })

/** The same questions once for each row. */
export const Repeat = z
  .strictObject({
    type: z.literal('repeat'),
    ...element,
    questions: Elements,
    rows: Rows.optional(),
    /** What a row is called: "Cow ${ear_tag}"; its number when absent. */
    row_label: LocalizedText.optional(),
    min_rows: z.int().min(0).max(500).optional(),
    max_rows: z.int().min(1).max(500).optional(),
    /** One below the other, or as a table with a row for each. */
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
    /** Stands below the section before it instead of on a page of its own. */
    same_page: z.boolean().optional(),
    /** What its percentage weighs in the whole; as soon as one section has a weight, points of different sections are not added up. */
    weight: Weight.optional(),
    /** Below it, the form has failed whatever the rest came to. */
    pass_percent: Percent.optional(),
  })
  .meta({ id: 'Section' })

/** In percent of the points. Below `attention` it is time to act. */
export const Scoring = z
  .strictObject({
    pass_percent: Percent.optional(),
    /** What failed critically is never shown as better than this, in its section and in the whole; uncapped when absent. */
    critical_cap: Percent.optional(),
    bands: z.strictObject({ good: Percent, attention: Percent }),
  })
  .meta({ id: 'Scoring' })

/**
 * From what a translation was made: a short hash of the words in the form's own language (`translations.ts`), by the text's key and
 * language. A translation whose original has changed since is stale.
 */
export const TranslationSources = z
  .record(z.string().max(400), z.partialRecord(z.enum(locales), z.string().max(20)))
  .meta({ id: 'TranslationSources' })

/**
 * Who begins to fill the form in: everybody who works here, or of them only those with one of these roles; and guests, who see no other
 * form. A task that asks for the form is done by whoever has the task.
 */
export const FilledBy = z
  .strictObject({
    role_ids: z.array(Id).min(1).max(50).optional(),
    guests: z.boolean().optional(),
  })
  .meta({ id: 'FilledBy' })

/** What the form is about, which is asked before all else: rows of these registers, and whether it is completed without one. */
export const About = z
  .strictObject({
    types: z.array(z.enum(subjectTypes)).min(1).max(subjectTypes.length),
    required: z.boolean().optional(),
  })
  .meta({ id: 'About' })

/**
 * Who is asked to review what was filled in: whoever may review submissions, which managers may, or these people alone. Nobody where it is
 * absent. Those named who may not review here any more are not waited for.
 */
export const ReviewedBy = z.strictObject({ user_ids: z.array(Id).min(1).max(50).optional() }).meta({ id: 'ReviewedBy' })

export const Definition = z
  .strictObject({
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
        /** What whoever filled it in reads once it is sent, visitors by a link like people who work here. */
        thanks: LocalizedText.optional(),
        filled_by: FilledBy.optional(),
        about: About.optional(),
        reviewed_by: ReviewedBy.optional(),
        /**
         * What comes by the public link is a case and no submission (shared/cases): nobody's, without a time, for the people with the case right
         * alone. Nobody fills the form in who is signed in.
         */
        reporting_channel: z.boolean().optional(),
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
