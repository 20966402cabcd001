/**
 * What answers and scores set in motion. `when_failed` belongs to the failed answer of a judged question, `triggers` of a question to
 * any answer of it, and `triggers` of the form to what all answers come to.
 */
import { z } from 'zod'
import { mostVerifyDays } from '../lib/correction.ts'
import { Duration, Id, LocalizedText } from '../lib/fields.ts'
import { priorities } from '../lib/priorities.ts'
import { taskProofs } from '../lib/taskProofs.ts'
import { subjectStatuses } from '../subjects/subjectStatuses.ts'
import { ElementId, Expression, Percent } from './elementFields.ts'

/** Who fills in the form, the managers, a person, everybody of a role, or whom the answer to a user question names. */
export const Person = z
  .union([
    z.enum(['submitter', 'manager']),
    z.strictObject({ user_id: Id }),
    z.strictObject({ role_id: Id }),
    z.strictObject({ answer_of: ElementId }),
  ])
  .meta({ id: 'Person' })

/** The task that an answer or a score opens. `due_after` counts from when the completed form arrives, before which nobody could be told. */
export const CorrectiveTask = z
  .strictObject({
    title: LocalizedText,
    priority: z.enum(priorities),
    due_after: Duration,
    assignee: Person,
    /** What is asked of whoever says that it is done: a note of what was done, or a photo of it. */
    proof: z.enum(taskProofs).optional(),
    /** So many days after it was done, somebody else is asked whether it helped. */
    verify_after_days: z.int().min(1).max(mostVerifyDays).optional(),
    /** Who looks again at the question once it is done; without that, the finding ends with the task. */
    recheck: Person.optional(),
  })
  .meta({ id: 'CorrectiveTask' })

/** Tells people once the form is complete; without a message, which form it is and what it came to. */
export const Notify = z
  .strictObject({ to: z.array(Person).min(1).max(20), message: LocalizedText.optional() })
  .meta({ id: 'Notify' })

const effects = {
  task: CorrectiveTask.optional(),
  notify: Notify.optional(),
  /** The state that the subjects of the submission are in from then on. */
  set_status: z.enum(subjectStatuses).optional(),
}

/** What a failed answer asks of the person, and what it sets in motion. */
export const WhenFailed = z
  .strictObject({
    require_note: z.boolean().optional(),
    require_photo: z.boolean().optional(),
    ...effects,
  })
  .meta({ id: 'WhenFailed' })

/** The same for any answer: `when` is asked of each answer, `.` being its value. */
export const AnswerTrigger = z
  .strictObject({ id: ElementId, when: Expression, ...WhenFailed.shape })
  .meta({ id: 'AnswerTrigger' })

/** What all answers come to. */
export const FormCondition = z
  .discriminatedUnion('on', [
    z.strictObject({ on: z.literal('answers'), holds: Expression }),
    /** The percentage of a section, or of the whole, lies below. */
    z.strictObject({ on: z.literal('score'), section: ElementId.optional(), below: Percent }),
    /** The whole is in this band or a worse one. */
    z.strictObject({ on: z.literal('band'), band: z.enum(['attention', 'act']) }),
    z.strictObject({ on: z.literal('critical') }),
    /** The share of animals that a measure found reaches this. */
    z.strictObject({ on: z.literal('measure'), measure: ElementId, at_least: Percent }),
  ])
  .meta({ id: 'FormCondition' })

export const FormTrigger = z
  .strictObject({
    id: ElementId,
    when: FormCondition,
    /** A note or a photo that somebody must add at a question before the form can be completed. */
    demand: z
      .strictObject({ question: ElementId, note: z.boolean().optional(), photo: z.boolean().optional() })
      .optional(),
    ...effects,
  })
  .meta({ id: 'FormTrigger' })

export type Person = z.infer<typeof Person>
export type CorrectiveTask = z.infer<typeof CorrectiveTask>
export type Notify = z.infer<typeof Notify>
export type WhenFailed = z.infer<typeof WhenFailed>
export type AnswerTrigger = z.infer<typeof AnswerTrigger>
export type FormCondition = z.infer<typeof FormCondition>
export type FormTrigger = z.infer<typeof FormTrigger>
