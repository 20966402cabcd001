/**
 * Finding what an address means: a new form, a draft of this device by its uuid, or a draft of the server by its id. What is on this
 * device opens at once and without a network; what the server has besides comes in behind it.
 */
import type { Definition } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { api } from '../lib/api.ts'
import { newKey } from '../lib/attemptKey.ts'
import { inDatabase } from '../lib/offline/database.ts'
import { type AnswerRow, type Entry, isEditable } from '../lib/offline/entry.ts'
import { newEntry } from '../lib/offline/newEntry.ts'
import { preparePad } from '../lib/offline/pad.ts'
import { pickUp } from '../lib/offline/rescue.ts'
import { adopt, takeIn } from '../lib/offline/takeIn.ts'
import { currentUser } from '../lib/session.ts'
import type { FillingSearch } from './fillingSearch.ts'
import { KnownHere } from './KnownHere.ts'
import { loadForm } from './loadForm.ts'
import { findSentTask } from './sentTask.ts'

export type Opening =
  | {
      kind: 'open'
      entry: Entry
      definition: Definition
      context: FormContext
      rows: AnswerRow[]
      rescued: AnswerRow[]
    }
  /** Another address is the right one. */
  | { kind: 'moved'; id: string }
  /** It is complete, and was completed elsewhere. */
  | { kind: 'complete'; submissionId: number }
  /** This device does not know it. */
  | { kind: 'unknown' }

/** Throws a `RequestError` when something is needed from the server that it does not give. */
export async function openDraft(id: string, search: FillingSearch): Promise<Opening> {
  const user = currentUser()
  if (!user?.company_id) return { kind: 'unknown' }
  if (id === 'new') return { kind: 'moved', id: await addressOfNew(user.id, search) }
  return /^\d+$/.test(id)
    ? openById(user.id, Number(id))
    : openByUuid({ userId: user.id, companyId: user.company_id }, id, search)
}

/** A task is filled in once: whoever began it goes on with that, here or where they began it. */
async function addressOfNew(userId: number, { task }: FillingSearch): Promise<string> {
  if (task === undefined) return newKey()
  const ofTask = await inDatabase(userId, ({ entries }) => entries.where('task_sent_id').equals(task).toArray())
  const begun = ofTask.find(({ state }) => state !== 'discarded')
  if (begun) return begun.uuid
  const sent = await findSentTask(task)
  return sent?.submission_id ? String(sent.submission_id) : newKey()
}

async function openById(userId: number, id: number): Promise<Opening> {
  const here = await inDatabase(userId, ({ entries }) => entries.where('server_id').equals(id).first())
  if (!here) {
    const detail = await api.submissions.get({ id })
    if (detail.status === 'complete') return { kind: 'complete', submissionId: id }
    await adopt(userId, detail)
    return { kind: 'moved', id: detail.uuid }
  }
  return { kind: 'moved', id: here.uuid }
}

async function openByUuid(
  { userId, companyId }: { userId: number; companyId: number },
  uuid: string,
  search: FillingSearch,
): Promise<Opening> {
  await preparePad(userId)
  const here = await readEntry(userId, uuid)
  if (here) {
    if (here.entry.server_id !== null && isEditable(here.entry)) void catchUp(here.entry, here.entry.server_id)
    const context = await new KnownHere(here.entry, here.definition).context()
    return { kind: 'open', ...here, context, rescued: await pickUp(userId, uuid) }
  }
  if (search.form === undefined) return { kind: 'unknown' }
  const form = await loadForm(userId, search.form)
  const sent = search.task === undefined ? undefined : await findSentTask(search.task)
  const entry = newEntry({
    uuid,
    user_id: userId,
    company_id: companyId,
    form_id: form.form_id,
    version: form.version,
    form_name: form.name,
    task_sent_id: search.task ?? null,
    task_title: sent?.title ?? null,
    ...(sent && { subjects: sent.subjects }),
  })
  const { definition } = form
  const context = await new KnownHere(entry, definition).context()
  return { kind: 'open', entry, definition, context, rows: [], rescued: await pickUp(userId, uuid) }
}

/** An entry with its form and answers, all of one moment. */
const readEntry = (userId: number, uuid: string) =>
  inDatabase(userId, database =>
    database.transaction('r', database.entries, database.answers, database.forms, async () => {
      const entry = await database.entries.get(uuid)
      const form = entry && (await database.forms.get([entry.form_id, entry.version]))
      if (!entry || !form) return
      return { entry, definition: form.definition, rows: await database.answers.where('uuid').equals(uuid).toArray() }
    }),
  )

/** Another device may have gone on with it. Without a network there is nothing to catch up with. */
const catchUp = async (entry: Entry, id: number): Promise<unknown> =>
  takeIn(entry, await api.submissions.get({ id })).catch(() => undefined)
