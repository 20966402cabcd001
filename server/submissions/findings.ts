/** Detects the findings of a completed submission and which earlier ones it passes, and sets statuses. */

import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer } from '#shared/forms/answers/answers.ts'
import { filesOf } from '#shared/forms/answers/content.ts'
import { rowAnimal, type SetStatus } from '#shared/forms/answers/outcome.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Instance } from '#shared/forms/evaluation/Instances.ts'
import type { Evaluation } from '#shared/forms/logic.ts'
import type { Question } from '#shared/forms/questions.ts'
import { distinctBy } from '#shared/lib/distinct.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { locales } from '#shared/lib/language.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { type SubjectStatus, subjectKey, worstStatus } from '#shared/subjects/registry.ts'
import { type Formatter, fillReferences, formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import type { Detected } from '../findings/commands.ts'
import type { Context } from '../lib/context.ts'
import { type Finding, noteFindings } from '../subjects/commands.ts'
import { completionOf } from './formContext.ts'
import type { FoundSubmission } from './queries.ts'

/** The key of what the form came to as a whole. */
const whole = ''

/**
 * Lists the findings: failed critical answers, failed answers that open a task or set a status, triggers that open a
 * task, and the form as a whole where no answer was critical and its band is `act`.
 */
export function detectFindings(ctx: Context, state: FormState, { score, tasks, statuses }: Evaluation): Detected[] {
  const detected = new Map<string, Found>()
  for (const { question_id, row_id, critical } of score.failed) {
    const key = answerKey(question_id, row_id)
    const instance = state.instance(key)
    if (instance && (critical || hasConsequence(instance)))
      detected.set(key, {
        questionId: key,
        severity: critical ? 'critical' : 'attention',
        ...shown(ctx, state, instance),
      })
  }
  for (const { question_id: questionId, about, title } of tasks) {
    if (detected.has(questionId)) continue
    const instance = about === undefined ? undefined : state.instance(about)
    const words = instance ? shown(ctx, state, instance) : { ...nothingShown, question: title }
    detected.set(questionId, { questionId, severity: 'attention', ...words })
  }
  if (score.band === 'act' && !score.failed.some(({ critical }) => critical))
    detected.set(whole, { questionId: whole, severity: 'attention', question: null, ...nothingShown })
  const causes = causesOf(statuses, detected)
  return [...detected.values()].map(finding => ({ ...finding, status: worstStatus(causes(finding)) }))
}

type Found = Omit<Detected, 'status'>

const nothingShown = { answer: null, note: null, photoUuids: [] }

/**
 * Returns the bad statuses that each finding gives: those of its own answer or trigger. A status of all critical
 * answers belongs to each of them, and one that no finding explains to all, so that it ends with the last.
 */
function causesOf(statuses: SetStatus[], detected: ReadonlyMap<string, Found>): (finding: Found) => SubjectStatus[] {
  const bad = statuses.filter(({ status }) => status !== 'ok')
  const isOfOne = ({ cause, about = cause, isOfCritical }: SetStatus) =>
    detected.has(cause) || (!isOfCritical && detected.has(about))
  return ({ questionId, severity }) =>
    bad
      .filter(set => {
        if (isOfOne(set)) return questionId === (detected.has(set.cause) ? set.cause : set.about)
        return set.isOfCritical ? severity === 'critical' : true
      })
      .map(({ status }) => status)
}

function hasConsequence({ part: { question } }: Instance): boolean {
  const effect = question && 'when_failed' in question ? question.when_failed : undefined
  return !!effect && (effect.task !== undefined || (effect.set_status !== undefined && effect.set_status !== 'ok'))
}

function shown(ctx: Context, state: FormState, instance: Instance): Omit<Found, 'questionId' | 'severity'> {
  const animal = rowAnimal(state, instance)
  const { question } = instance.part
  const answer = state.answer(instance.key)
  return {
    question: question ? normalizeAnswers(ctx, state, question.label, instance.rows) : null,
    answer: question ? formattedAnswer(ctx, state, question, answer) : null,
    note: answer?.note?.trim() || null,
    photoUuids: answer ? filesOf({ [instance.key]: answer }) : [],
    ...(animal && { subjects: [{ type: 'animal' as const, id: animal.id }] }),
  }
}

/** Lists the subjects of a submission and the animals in its rows. */
export function subjectsExamined(state: FormState, subjects: SubjectRef[]): SubjectRef[] {
  const animals = [...state.visible()].flatMap((instance): SubjectRef[] => {
    const animal = rowAnimal(state, instance)
    return animal ? [{ type: 'animal', id: animal.id }] : []
  })
  return distinctBy([...subjects, ...animals], subjectKey)
}

/**
 * Returns whether an earlier finding passes now: its question was answered and did not fail (in the animal's row),
 * its trigger no longer fires, or the band is not `act`.
 */
export function passedSubjects(
  state: FormState,
  { score, tasks }: Evaluation,
): (key: string, about: SubjectRef[]) => boolean {
  const visible = [...state.visible()]
  const setOff = new Set(tasks.map(({ question_id }) => keyParts(question_id).question_id))
  return (key, about) => {
    if (key === whole) return score.band !== 'act'
    const { question_id: id, row_id } = keyParts(key)
    if (!state.form.byId.get(id)?.question) return isTrigger(state, id) && !setOff.has(id)
    const judged = visible
      .filter(({ part, key: at }) => part.question?.id === id && isOfSame(at, row_id))
      .map(({ key: at }) => state.judgementAt(at))
    return judged.length > 0 && judged.every(({ counts, failed }) => counts && !failed)
    function isOfSame(at: string, row: string | undefined): boolean {
      if (row === undefined) return true
      const instance = state.instance(at)
      const animal = instance && rowAnimal(state, instance)
      return animal !== undefined && about.some(one => one.type === 'animal' && one.id === animal.id)
    }
  }
}

/** An answer whose question left the form says nothing about the present state. */
const isTrigger = (state: FormState, id: string): boolean =>
  (state.form.definition.triggers ?? []).some(trigger => trigger.id === id) ||
  state.form.parts.some(({ question }) => question?.triggers?.some(trigger => trigger.id === id))

/**
 * Sets the statuses that a form gives its subjects, or the animal of a row. Of several the worst counts, with the
 * first answer that shows it.
 */
export async function setStatuses(
  ctx: Context,
  submission: Pick<FoundSubmission, 'id' | 'companyId' | 'userId'> & { subjects: SubjectRef[] },
  state: FormState,
  statuses: SetStatus[],
): Promise<void> {
  const { id: submissionId, companyId, userId, subjects } = submission
  const foundAt = completionOf(ctx, state.context)
  const said = statuses.flatMap(set =>
    (set.animal ? [{ type: 'animal' as const, id: set.animal.id }] : subjects).map(subject => ({ subject, set })),
  )
  const findings: Finding[] = [...Map.groupBy(said, ({ subject }) => subjectKey(subject)).values()].flatMap(of => {
    const worst = worstStatus(of.map(({ set }) => set.status))
    const [first] = of.filter(({ set }) => set.status === worst)
    if (!first) return []
    const { subject, set } = first
    return [{ ...found(ctx, state, subject, set), foundAt, submissionId, userId }]
  })
  await noteFindings(ctx, companyId, findings)
}

function found(
  ctx: Context,
  state: FormState,
  { type, id }: SubjectRef,
  { status, about }: SetStatus,
): Omit<Finding, 'foundAt' | 'userId'> {
  const instance = about === undefined ? undefined : state.instance(about)
  const note = about === undefined ? undefined : state.answer(about)?.note?.trim()
  return {
    subject: { type, id },
    state: status,
    finding: instance?.part.question && normalizeAnswers(ctx, state, instance.part.question.label, instance.rows),
    reason: note || undefined,
  }
}

/** A question as it was asked, in every language that it has, with the answers that it names in their places. */
const normalizeAnswers = (ctx: Context, state: FormState, label: LocalizedText, rows: readonly string[]) =>
  inLanguagesOf(label, ctx, state, (words, text) => plainText(fillReferences(text, state, rows, words)))

/** More of an answer than a card shows. */
const maxAnswerLength = 300

/** An answer in words, in every language that its question has; null without one. */
function formattedAnswer(ctx: Context, state: FormState, question: Question, answer: Answer | undefined) {
  const texts = inLanguagesOf(question.label, ctx, state, words =>
    formatAnswer(question, answer, words)?.slice(0, maxAnswerLength).toWellFormed(),
  )
  return Object.keys(texts).length > 0 ? texts : null
}

/** What `textOf` gives in each language of `label` in which it gives any. */
function inLanguagesOf(
  label: LocalizedText,
  { services }: Context,
  state: FormState,
  textOf: (words: Formatter, label: string) => string | undefined,
): LocalizedText {
  const texts = locales.flatMap(locale => {
    if (!label[locale]?.trim()) return []
    const words = formatterFor({ locale, timeZone: undefined, t: services.texts(locale) }, state.form.definition)
    const text = textOf(words, label[locale])
    return text ? [[locale, text]] : []
  })
  return Object.fromEntries(texts)
}
