/**
 * What this device keeps of forms that are filled in by their public links: in a database of its own that is nobody's, in the same journal as
 * everybody's work, from the first answer until it was sent, and then no longer.
 */
import type { Definition } from '#shared/forms/definition.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import type { PublicForm } from '#shared/forms/publicForm.ts'
import { toLocale } from '#shared/lib/language.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { currentLocale } from '../../lib/locale.ts'
import { inDatabase } from '../../lib/offline/database.ts'
import { visitorId } from '../../lib/offline/deviceKey.ts'
import type { AnswerRow, Entry, FormRow } from '../../lib/offline/entry.ts'
import { newEntry } from '../../lib/offline/newEntry.ts'
import { removeEntries } from '../../lib/offline/prune.ts'
import { clearRescue, pickUp } from '../../lib/offline/rescue.ts'
import { forgetContact } from './contact.ts'

export type Visit = {
  entry: Entry
  definition: Definition
  rows: AnswerRow[]
  rescued: AnswerRow[]
  context: FormContext
  /** Somebody began it on this device before. */
  isResumed: boolean
}

/** With all that a visitor was told of the form, for when the server is not to be had. */
type KeptForm = FormRow & { told?: PublicForm }

/** Goes on with what was begun on this device, with the version that it was begun with, or begins. Throws the database's error. */
export async function openVisit(form: PublicForm): Promise<Visit> {
  await forgetSent()
  await inDatabase(visitorId, ({ forms }) => forms.put(rowOf(form)))
  const begun = await findBegun(form.form_id)
  const kept = begun && begun.version !== form.version ? await keptVersion(begun) : form
  if (begun && kept) {
    const rows = await inDatabase(visitorId, ({ answers }) => answers.where('uuid').equals(begun.uuid).toArray())
    return { ...visitOf(begun, kept, rows), rescued: await pickUp(visitorId, begun.uuid), isResumed: true }
  }
  const entry = newEntry({
    uuid: newKey(),
    user_id: visitorId,
    company_id: 0,
    form_id: form.form_id,
    version: form.version,
    form_name: form.name,
  })
  return { ...visitOf(entry, form, []), rescued: [], isResumed: false }
}

/** The form as this device was told of it, where somebody began to fill it in here. */
export async function keptForm(formId: number): Promise<PublicForm | undefined> {
  const begun = await findBegun(formId)
  return begun && keptVersion(begun)
}

/** Whether something that was typed for a form is still on this device. */
export const hasBegun = async (formId: number): Promise<boolean> => (await findBegun(formId)) !== undefined

/** Removes all that was typed for a form on this device. */
export async function forgetVisits(formId: number): Promise<void> {
  await forget(await ofForm(formId))
  forgetContact(formId)
}

/** The server has it: the answers and photos leave the device. What is left says so to other tabs that have it open. */
export async function endVisit({ uuid, form_id }: Entry): Promise<void> {
  await inDatabase(visitorId, database =>
    database.transaction('rw', database.entries, database.answers, database.photos, async () => {
      const entry = await database.entries.get(uuid)
      if (entry) await database.entries.put({ ...entry, state: 'done', sent_at: new Date().toISOString() })
      await database.answers.where('uuid').equals(uuid).delete()
      await database.photos.where('entry_uuid').equals(uuid).delete()
    }),
  )
  forgetContact(form_id)
  clearRescue(visitorId, uuid)
}

const visitOf = (entry: Entry, form: PublicForm, rows: AnswerRow[]) => ({
  entry,
  definition: form.definition,
  // What the link answers holds, whatever was kept before.
  rows: [
    ...rows.filter(({ question_id }) => !(question_id in form.prefill)),
    ...Object.entries(form.prefill).map(([question_id, answer]) => ({
      uuid: entry.uuid,
      question_id,
      answer,
      changed_at: 0,
    })),
  ],
  context: {
    now: wallClock(new Date()),
    language: toLocale(currentLocale()),
    known: { started_at: wallClock(new Date(entry.created_at)), company_name: form.company_name },
  },
})

const rowOf = (told: PublicForm): KeptForm => ({
  form_id: told.form_id,
  version: told.version,
  company_id: 0,
  name: told.name,
  definition: told.definition,
  kept_at: new Date().toISOString(),
  told,
})

const keptVersion = async ({ form_id, version }: Entry): Promise<PublicForm | undefined> => {
  const kept: KeptForm | undefined = await inDatabase(visitorId, ({ forms }) => forms.get([form_id, version]))
  return kept?.told
}

const allEntries = (): Promise<Entry[]> => inDatabase(visitorId, ({ entries }) => entries.toArray())

const ofForm = async (formId: number): Promise<Entry[]> =>
  (await allEntries()).filter(({ form_id }) => form_id === formId)

async function findBegun(formId: number): Promise<Entry | undefined> {
  const open = (await ofForm(formId)).filter(({ state }) => state !== 'done')
  return open.sort((one, other) => one.updated_at.localeCompare(other.updated_at)).at(-1)
}

/** What was sent is gone but for the word that it was, which nobody needs by the next visit; nor the forms that nothing is begun of. */
async function forgetSent(): Promise<void> {
  const all = await allEntries()
  await forget(all.filter(({ state }) => state === 'done'))
  const inUse = new Set(all.filter(({ state }) => state !== 'done').map(one => `${one.form_id} ${one.version}`))
  const kept = await inDatabase(visitorId, ({ forms }) => forms.toArray())
  const unused = kept.filter(one => !inUse.has(`${one.form_id} ${one.version}`))
  await inDatabase(visitorId, ({ forms }) => forms.bulkDelete(unused.map(one => [one.form_id, one.version])))
}

async function forget(entries: Entry[]): Promise<void> {
  const uuids = entries.map(({ uuid }) => uuid)
  await inDatabase(visitorId, database => removeEntries(database, uuids))
  for (const uuid of uuids) clearRescue(visitorId, uuid)
}
