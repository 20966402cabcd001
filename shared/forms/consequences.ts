/**
 * Consequences of answers and scores. `when_failed` belongs to the failed answer of a judged question, `triggers` of a
 * question to any answer of it, and `triggers` of the form to all answers together.
 */
import { z } from 'zod'
import { Duration, Id, LocalizedText } from '../lib/fields.ts'
import { maxVerifyDays, priorities, taskProofs } from '../lib/taskFields.ts'
import { subjectStatuses } from '../subjects/registry.ts'
import { ElementId, Expression, Percent } from './elementFields.ts'

/** The author, the managers, a person, all people of a role, or the answer to a user question. */
export const Person = z
  .union([
    z.enum(['submitter', 'manager']),
    z.strictObject({ user_id: Id }),
    z.strictObject({ role_id: Id }),
    z.strictObject({ answer_of: ElementId }),
  ])
  .meta({ id: 'Person' })

/**
 * Task that an answer or a score opens. `due_after` counts from the arrival of the completed form, because nobody could
 * be notified before.
 */
export const CorrectiveTask = z
  .strictObject({
    title: LocalizedText,
    priority: z.enum(priorities),
    due_after: Duration,
    assignee: Person,
    /** Proof demanded at completion; by default a note or a photo where the answer is critical. */
    proof: z.enum(['none', ...taskProofs]).optional(),
    /** Days after completion on which somebody else checks whether it helped. */
    verify_after_days: z.int().min(1).max(maxVerifyDays).optional(),
    /**
     * Person for the re-check once it is completed: `other` is the submitter or a manager, but not who did the task.
     * With `nobody` the finding ends with the task. By default `other` where the answer is critical, else `nobody`.
     */
    recheck: z.union([Person, z.enum(['other', 'nobody'])]).optional(),
  })
  .meta({ id: 'CorrectiveTask' })

/** Notifies people once the form is complete; the default text names the form and its result. */
export const Notify = z
  .strictObject({ to: z.array(Person).min(1).max(20), message: LocalizedText.optional() })
  .meta({ id: 'Notify' })

const effects = {
  task: CorrectiveTask.optional(),
  notify: Notify.optional(),
  /** Status that the submission's subjects get. */
  set_status: z.enum(subjectStatuses).optional(),
}

/** Demands and consequences of a failed answer. */
export const WhenFailed = z
  .strictObject({
    require_note: z.boolean().optional(),
    require_photo: z.boolean().optional(),
    ...effects,
  })
  .meta({ id: 'WhenFailed' })

/** The same for any answer: `when` is evaluated for each, `.` being its value. */
export const AnswerTrigger = z
  .strictObject({ id: ElementId, when: Expression, ...WhenFailed.shape })
  .meta({ id: 'AnswerTrigger' })

/** Consequences of all answers together. */
export const FormCondition = z
  .discriminatedUnion('on', [
    z.strictObject({ on: z.literal('answers'), holds: Expression }),
    /** The percentage of a section, or of the whole, is below. */
    z.strictObject({ on: z.literal('score'), section: ElementId.optional(), below: Percent }),
    /** The whole is in this band or a worse one. */
    z.strictObject({ on: z.literal('band'), band: z.enum(['attention', 'act']) }),
    z.strictObject({ on: z.literal('critical') }),
    /** A measure's share of animals reaches this. */
    z.strictObject({ on: z.literal('measure'), measure: ElementId, at_least: Percent }),
  ])
  .meta({ id: 'FormCondition' })

export const FormTrigger = z
  .strictObject({
    id: ElementId,
    when: FormCondition,
    /** A note or photo that must be added at a question before completion. */
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
