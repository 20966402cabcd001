import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { Draft } from '../../filling/Draft.ts'
import type { AnswerRow, Entry } from '../../lib/offline/entry.ts'
import { Writer } from '../../lib/offline/writer.ts'

/** Answers that somebody gives to see how the form feels; they are kept nowhere. */
export class TrialDraft extends Draft {
  override readonly writer: Writer = new Forgetful(nothing, () => undefined, null)

  /** `before` is the trial before the form was changed, whose answers go on. */
  constructor(definition: Definition, before?: TrialDraft) {
    const rows = questionsOf(definition).flatMap(({ id }): AnswerRow | AnswerRow[] => before?.rowOf(id) ?? [])
    super(nothing, definition, rows, () => undefined)
  }
}

class Forgetful extends Writer {
  override write(): void {}
}

const nothing: Entry = {
  uuid: 'trial',
  payload_version: 1,
  user_id: 0,
  company_id: 0,
  form_id: 0,
  version: 0,
  form_name: {},
  task_sent_id: null,
  task_title: null,
  subjects: [],
  state: 'draft',
  created_at: '',
  updated_at: '',
  completed_at: null,
  sent_at: null,
  server_id: null,
  server_revision: null,
  change: 0,
  sent_change: 0,
  synced_at: 0,
  was_attempted: false,
  attempts: 0,
  next_attempt_at: 0,
  is_blocked: false,
  last_error: null,
  conflict: null,
}
