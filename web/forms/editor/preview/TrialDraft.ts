/**
 * A test fill of the form that is being edited: the draft of the filling screen with a store in memory, so that nothing
 * reaches the device or the server. Each change of the form makes another trial, which keeps the answers that still
 * fit.
 */
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { Form } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { allElements } from '#shared/forms/elements.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { Draft } from '../../../answers/draft/Draft.ts'
import type { AnswerRow, AnswerStore, PhotoRow, SubmissionHeader } from '../../../answers/draft/rows.ts'
import type { SaveStatus } from '../../../lib/offline/persistDraft.ts'

/** The header of a trial: a form that nobody has begun. */
export const trialOf = ({ id, company_id, name }: Pick<Form, 'id' | 'company_id' | 'name'>): SubmissionHeader => ({
  ...{ uuid: 'trial', user_id: 0, company_id, form_id: id, version: 0, form_name: name },
  ...{ task_sent_id: null, task_title: null, subjects: [], created_at: new Date().toISOString() },
})

export class TrialDraft extends Draft {
  declare readonly persister: Memory
  /** The keys at which a person answered. What the form gave itself is given again by the next trial. */
  private readonly answered: Set<string>

  /** `before` is the trial before the form was changed, whose answers are carried. */
  constructor(entry: SubmissionHeader, definition: Definition, context?: FormContext, before?: TrialDraft) {
    const rows = before?.rowsFor(definition) ?? []
    super(entry, definition, new Memory(rows, before?.persister), context)
    this.answered = new Set(rows.map(row => row.question_id))
    this.hasSeenEnd = before?.hasSeenEnd ?? false
  }

  protected override put(key: string, answer: Answer, typed: string | undefined, photo?: PhotoRow): void {
    this.answered.add(key)
    super.put(key, answer, typed, photo)
  }

  /** What a person answered and what `definition` asks in the same way. */
  private rowsFor(definition: Definition): AnswerRow[] {
    const elements = definition.sections.flatMap(({ questions }) => allElements(questions))
    const types = new Map(elements.map(({ id, type }) => [id, type]))
    return [...this.persister.rows.values()].filter(({ question_id: key }) => {
      const { question_id: id } = keyParts(key)
      return this.answered.has(key) && types.get(id) === this.state.form.byId.get(id)?.element?.type
    })
  }
}

/** Keeps nothing but photos, while the page is open. */
class Memory implements AnswerStore {
  readonly rows: Map<string, AnswerRow>
  private readonly taken: Map<string, PhotoRow>

  constructor(rows: AnswerRow[], before?: Memory) {
    this.rows = new Map(rows.map(row => [row.question_id, row]))
    this.taken = before?.taken ?? new Map()
  }

  readonly keeping = () => nothingKept
  readonly watch = () => () => undefined
  readonly isPending = () => false
  readonly hasPending = () => false
  readonly recover = () => undefined
  readonly flush = async () => true
  readonly failed = () => undefined

  take(row: AnswerRow): void {
    this.rows.set(row.question_id, row)
  }

  write(row: AnswerRow, photo?: PhotoRow): void {
    this.take(row)
    if (photo) this.taken.set(photo.uuid, photo)
  }

  async findPhoto(uuid: string): Promise<PhotoRow | undefined> {
    return this.taken.get(uuid)
  }
}

const nothingKept: SaveStatus = { savedAt: null, isSlow: false, problem: null }
