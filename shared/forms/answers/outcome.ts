/**
 * Consequences of a form: tasks to open, people to notify, statuses of its subjects, and demands before completion.
 * They follow from failed answers and triggers; the server carries them out.
 */
import type { TaskProof } from '../../lib/taskFields.ts'
import { type SubjectStatus, worstStatus } from '../../subjects/registry.ts'
import type { CorrectiveTask, FormCondition, FormTrigger, Notify, Person, WhenFailed } from '../consequences.ts'
import type { Repeat } from '../definition.ts'
import { asksForLastIn } from '../evaluation/compile.ts'
import type { FormState } from '../evaluation/FormState.ts'
import { type Instance, keyOf } from '../evaluation/Instances.ts'
import { demandsAt } from '../evaluation/problemsOf.ts'
import { parseExpression } from '../expressions/parse.ts'
import type { AnswerProblemCode } from '../fit.ts'
import type { Score } from '../scoring/score.ts'
import { answerKey, keyParts } from './answerKey.ts'
import type { RowReference } from './answers.ts'

/** A person to notify or assign, with users named in answers already resolved. */
export type KnownPerson = Exclude<Person, { answer_of: string }>
/** Somebody who looks again; `other` is anybody but the person who did the task. */
export type Rechecker = KnownPerson | 'other'

/**
 * `question_id` names the cause, once in a form: the key of the failed answer, or the trigger. `about` is the key of
 * the answer.
 */
export type OpenedTask = Omit<CorrectiveTask, 'assignee' | 'recheck' | 'proof'> & {
  question_id: string
  about?: string
  assignee: KnownPerson
  proof?: TaskProof
  recheck?: Rechecker
}
export type Notice = { to: KnownPerson[]; message: Notify['message']; about?: string }
/**
 * A status to set; `about` is the key of the answer that shows why. It is set for the animal, or else for the
 * submission's subjects.
 */
export type SetStatus = {
  status: SubjectStatus
  about?: string
  animal?: RowReference
  /** Key of the failed answer, or the trigger. */
  cause: string
  /** Of a trigger that any critical answer sets off. */
  isOfCritical?: boolean
}
export type Outcome = {
  tasks: OpenedTask[]
  notices: Notice[]
  /** All statuses to set, in the order of the form. One set in an animal's row is for that animal alone. */
  statuses: SetStatus[]
  /** Worst status of the submission's subjects. */
  subject_status: SubjectStatus | null
}

/** A consequence that took effect: a failed answer, or a trigger. */
type Effect = Pick<WhenFailed, 'task' | 'notify' | 'set_status'> & {
  id: string
  instance?: Instance
  /** Caused by a failed critical answer, or by any where it is of the whole form. */
  isCritical?: boolean
}

/** All consequences of a form in its order: first of answers, then of the whole. */
export function outcomeOf(state: FormState, score: Score): Outcome {
  const effects = effectsIn(state, score)
  const statuses = statusesOf(state, score, effects)
  return {
    tasks: effects.flatMap(({ id, task, instance, isCritical }) => {
      if (!task) return []
      const about = instance && { about: instance.key }
      const { recheck, proof, ...rest } = withDefaults(task, instance !== undefined && isCritical === true)
      const person = (one: Person) => personMeant(state, one, instance)
      const again = recheck !== 'nobody' && { recheck: recheck === 'other' ? recheck : person(recheck) }
      const shown = proof !== 'none' && { proof }
      return [{ ...rest, ...about, ...again, ...shown, question_id: id, assignee: person(task.assignee) }]
    }),
    notices: effects.flatMap(({ notify, instance }) => {
      if (!notify) return []
      const about = instance && { about: instance.key }
      return [{ ...about, to: notify.to.map(person => personMeant(state, person, instance)), message: notify.message }]
    }),
    statuses,
    subject_status: ofSubjects(statuses),
  }
}

/** What a form's maker left open: a critical answer asks for a proof and a second look, others for neither. */
export const withDefaults = <Task extends CorrectiveTask>(task: Task, isCritical: boolean) => ({
  ...task,
  proof: task.proof ?? (isCritical ? 'any' : 'none'),
  recheck: task.recheck ?? (isCritical ? 'other' : 'nobody'),
})

/** Status of the subjects, where one is set. */
export const statusIn = (state: FormState, score: Score): SubjectStatus | null =>
  ofSubjects(statusesOf(state, score, effectsIn(state, score)))

const ofSubjects = (statuses: SetStatus[]) =>
  worstStatus(statuses.filter(({ animal }) => !animal).map(({ status }) => status))

function statusesOf(state: FormState, score: Score, effects: Effect[]): SetStatus[] {
  const [critical] = score.failed.filter(failed => failed.critical)
  const failedKey = critical && answerKey(critical.question_id, critical.row_id)
  return effects.flatMap(({ id, set_status: status, instance, isCritical }) => {
    if (!status) return []
    const about = instance?.key ?? (isCritical ? failedKey : undefined)
    const animal = instance && rowAnimal(state, instance)
    const isOfCritical = isCritical && !instance && { isOfCritical: true }
    return [{ status, cause: id, ...(about && { about }), ...(animal && { animal }), ...isOfCritical }]
  })
}

const effectsIn = (state: FormState, score: Score): Effect[] => [
  ...[...state.visible()].flatMap(instance => answerEffects(state, instance)),
  ...(state.form.definition.triggers ?? [])
    .filter(({ when }) => isMet(state, score, when))
    .map(trigger => ({ ...trigger, isCritical: trigger.when.on === 'critical' })),
]

function answerEffects(state: FormState, instance: Instance): Effect[] {
  const { row_id } = keyParts(instance.key)
  const { question } = instance.part
  return demandsAt(state, instance).map(effect => ({
    ...effect,
    id: 'when' in effect ? answerKey(effect.id, row_id) : instance.key,
    isCritical: !('when' in effect) && question !== undefined && 'critical' in question && question.critical === true,
    instance,
  }))
}

function isMet(state: FormState, score: Score, when: FormCondition): boolean {
  switch (when.on) {
    case 'answers':
      return holdsForForm(state, when.holds)
    case 'score': {
      const { section: id } = when
      const part = id === undefined ? score : score.sections.find(section => section.id === id)
      return typeof part?.percent === 'number' && part.percent < when.below
    }
    case 'band':
      return score.band === 'act' || score.band === when.band
    case 'critical':
      return score.failed.some(({ critical }) => critical)
    case 'measure': {
      const measure = score.measures?.find(({ id }) => id === when.measure)
      return typeof measure?.percent === 'number' && measure.percent >= when.at_least
    }
  }
}

/** Evaluated outside all rows. */
function holdsForForm(state: FormState, source: string): boolean {
  const [first] = state.form.parts
  const root = first && state.instance(first.id)
  const { tree } = parseExpression(source)
  return root !== undefined && tree !== undefined && state.isTrue(tree, root)
}

/** Falls back to the managers where the answer names nobody. */
function personMeant(state: FormState, person: Person, instance: Instance | undefined): KnownPerson {
  if (typeof person === 'string' || !('answer_of' in person)) return person
  const part = state.form.byId.get(person.answer_of)
  const value = part && state.value(keyOf(part, instance?.rows ?? []))
  const [row] = Array.isArray(value) ? value : []
  return typeof row === 'object' && 'id' in row ? { user_id: row.id } : 'manager'
}

/** Demands of the whole form's triggers, by the key of the question that needs the addition. */
export function demandedByOutcome(state: FormState, score: () => Score): Map<string, AnswerProblemCode[]> {
  const demanded = new Map<string, AnswerProblemCode[]>()
  // Demands that depend on the previous answers are the device's, which knew them while somebody could add a note.
  const triggers = (state.form.definition.triggers ?? []).filter(
    ({ demand, when }) => demand && !(state.context.keeps && when.on === 'answers' && asksForLastIn(when.holds)),
  )
  if (triggers.length === 0) return demanded
  const come = score()
  for (const { demand, when } of triggers) if (demand && isMet(state, come, when)) note(state, demand, demanded)
  return demanded
}

function note(
  state: FormState,
  { question, note: wantsNote, photo }: NonNullable<FormTrigger['demand']>,
  demanded: Map<string, AnswerProblemCode[]>,
): void {
  const part = state.form.byId.get(question)
  for (const { key } of part ? state.instances.of(part) : []) {
    const beside = state.answer(key)
    demanded.set(key, [
      ...(demanded.get(key) ?? []),
      ...(wantsNote && !beside?.note?.trim() ? ['note_required' as const] : []),
      ...(photo && !beside?.photos?.length ? ['photo_required' as const] : []),
    ])
  }
}

/**
 * Animal of the row around an answer: of a roster, or named by the row's animal question; the innermost row with one
 * decides. Undefined outside repeats and without one.
 */
export function rowAnimal(state: FormState, { part, rows }: Instance): RowReference | undefined {
  for (const { repeat } of part.repeats.toReversed()) {
    const named = repeat && animalQuestionOf(repeat)
    const question = named === undefined ? undefined : state.form.byId.get(named)
    const value = question && state.value(keyOf(question, rows))
    const [animal, second] = Array.isArray(value) ? value : []
    if (typeof animal === 'object' && 'id' in animal && second === undefined) return animal
  }
  return undefined
}

const animalQuestionOf = ({ rows, questions }: Repeat): string | undefined =>
  rows?.from === 'animals' ? rows.animal : questions.find(({ type }) => type === 'animal')?.id
