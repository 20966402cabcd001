/**
 * What this device keeps of forms that are filled in by their public links: in a database of its own that is nobody's,
 * in the same tables as everybody's work, from the first answer until it was sent, and then no longer.
 */
import type { Definition } from '#shared/forms/definition.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { keepContent } from '#shared/forms/tables/contents.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { visitorId } from '../../lib/encryption/deviceKey.ts'
import { currentLocale } from '../../lib/locale.ts'
import { persistDraft } from '../../lib/offline/persistDraft.ts'
import { onDevice, storedText } from '../../lib/storage.ts'
import { removeEntries } from '../storage/commands.ts'
import { type Entry, entriesOfForms, type FormRow, findForm, inFormDatabase, newEntry } from '../storage/entry.ts'
import { recoverRows } from '../storage/restore.ts'
import type { Link } from './publicLink.ts'

export type PublicSession = {
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

/**
 * Goes on with what was begun on this device, with the version that it was begun with, or begins. What begins is
 * written down at once, so that all tabs in which the form is open write the same one. Throws the database's error.
 */
export async function openPublicSession(form: PublicForm, link: Link): Promise<PublicSession> {
  // What was kept before forms had tables says none.
  for (const { uuid, ...content } of form.tables ?? []) keepContent(uuid, content)
  await forgetSent()
  await inFormDatabase(visitorId, ({ forms }) => forms.put(rowOf(form)))
  const entry = await findOrBegin(form, link)
  const told = entry.version === form.version ? form : ((await keptVersion(entry)) ?? form)
  for (const { uuid, ...content } of told.tables ?? []) keepContent(uuid, content)
  const rows = await inFormDatabase(visitorId, ({ answers }) => answers.where('uuid').equals(entry.uuid).toArray())
  return {
    ...publicSessionOf(entry, told, rows),
    rescued: await recoverRows(visitorId, entry.uuid),
    isResumed: isWritten(entry),
  }
}

const findOrBegin = (form: PublicForm, link: Link): Promise<Entry> =>
  inFormDatabase(visitorId, database => {
    const { entries } = database
    return database.transaction('rw', entries, async () => {
      const begun = latestOf(await entriesOfForms(database), link)
      if (begun && (isWritten(begun) || begun.version === form.version)) return begun
      if (begun) await entries.delete(begun.uuid)
      const { form_id, version, name: form_name } = form
      const entry = newEntry({
        uuid: newKey(),
        user_id: visitorId,
        company_id: 0,
        form_id,
        version,
        form_name,
        kind: 'visit',
        link: { token: link.token, prefill: form.prefill },
      })
      await entries.put(entry)
      return entry
    })
  })

/** Whether something was typed; a form that was only looked at is not worth going on with. */
const isWritten = ({ change }: Entry) => change > 0

/** The form as this device was told of it, where somebody began to fill it in here by this link. */
export async function keptForm(link: Link): Promise<PublicForm | undefined> {
  const begun = await findBegun(link)
  return begun && keptVersion(begun)
}

/** Whether something that was typed by a link is still on this device. */
export async function hasBegun(link: Link): Promise<boolean> {
  const begun = await findBegun(link)
  return begun !== undefined && isWritten(begun)
}

/** Removes all that was typed by a link on this device, in every tab that has it open. */
export async function forgetPublicSessions(link: Link): Promise<void> {
  const begun = (await allEntries()).filter(entry => isBegunBy(link, entry))
  await remove(begun, begun.map(removed))
  forgetBeside(Number(link.id))
}

/**
 * Tombstone of a public form that was deleted on purpose. Without it, an open tab would take the loss for a drop by the
 * browser and write all of it again.
 */
const removed = ({ uuid, change }: Entry): Entry =>
  newEntry({
    ...{ uuid, user_id: visitorId, company_id: 0, form_id: 0, version: 0, form_name: {} },
    ...{ kind: 'visit', state: 'discarded', change: change + 1 },
  })
/** Longer than a tab sleeps that still has it open. */
const rememberedMs = 24 * 60 * 60_000

/** The server has it: the answers and photos leave the device. What is left says so to other tabs that have it open. */
export async function endPublicSession({ uuid, form_id }: Entry): Promise<void> {
  await inFormDatabase(visitorId, database =>
    database.transaction('rw', database.entries, database.answers, database.photos, async () => {
      const entry = await findForm(database, uuid)
      if (entry) await database.entries.put({ ...entry, state: 'done', sent_at: new Date().toISOString() })
      await database.answers.where('uuid').equals(uuid).delete()
      await database.photos.where('entry_uuid').equals(uuid).delete()
    }),
  )
  forgetBeside(form_id)
  persistDraft.clearBackup(visitorId, uuid)
}

const publicSessionOf = (entry: Entry, form: PublicForm, rows: AnswerRow[]) => ({
  entry,
  definition: form.definition,
  // Answers of the link win over those that were stored before.
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

/** A version is stored once for all links; answers of a link are stored with the session that it began. */
const keptVersion = async ({ form_id, version, link }: Entry): Promise<PublicForm | undefined> => {
  const kept: KeptForm | undefined = await inFormDatabase(visitorId, ({ forms }) => forms.get([form_id, version]))
  return kept?.told && { ...kept.told, prefill: link?.prefill ?? kept.told.prefill }
}

const allEntries = (): Promise<Entry[]> => inFormDatabase(visitorId, entriesOfForms)

const findBegun = async (link: Link): Promise<Entry | undefined> => latestOf(await allEntries(), link)

const latestOf = (entries: Entry[], link: Link): Entry | undefined =>
  entries
    .filter(entry => isBegunBy(link, entry) && entry.state !== 'done')
    .sort((one, other) => one.updated_at.localeCompare(other.updated_at))
    .at(-1)

/**
 * What was sent is gone but for the word that it was, which nobody needs by the next visit; nor the forms that nothing
 * is begun of.
 */
async function forgetSent(): Promise<void> {
  const all = await allEntries()
  const limit = new Date(Date.now() - rememberedMs).toISOString()
  const isOver = ({ state, updated_at }: Entry) => state === 'done' || (state === 'discarded' && updated_at < limit)
  await remove(all.filter(isOver))
  const inUse = new Set(
    all
      .filter(one => !isOver(one))
      // The words of what has no place in a newer version are those of the older one.
      .flatMap(({ form_id, version, left = [] }) =>
        [version, ...left.map(one => one.version)].map(of => `${form_id} ${of}`),
      ),
  )
  const kept = await inFormDatabase(visitorId, ({ forms }) => forms.toArray())
  const unused = kept.filter(one => !inUse.has(`${one.form_id} ${one.version}`))
  await inFormDatabase(visitorId, ({ forms }) => forms.bulkDelete(unused.map(one => [one.form_id, one.version])))
}

/** Removes entries with all that belongs to them; `left` stays of them. */
async function remove(entries: Entry[], left: Entry[] = []): Promise<void> {
  const uuids = entries.map(({ uuid }) => uuid)
  await inFormDatabase(visitorId, database => {
    const { entries: kept, answers, photos, bases } = database
    return database.transaction('rw', kept, answers, photos, bases, async () => {
      await removeEntries(database, uuids)
      await kept.bulkPut(left)
    })
  })
  for (const uuid of uuids) persistDraft.clearBackup(visitorId, uuid)
}

/**
 * Whether a visitor came by this link to begin it: a form that was begun at one barn's door does not belong to
 * another's. An earlier tend did not write the link down, when a form had only one.
 */
export const isBegunBy = ({ id, token }: Link, { form_id, link }: Entry): boolean =>
  form_id === Number(id) && (link === undefined || link.token === token)

// What the visitor types beside the answers, kept like them until these are sent: how they can be reached, and where a
// copy goes.

type Beside = 'contact' | 'copy'

const storedBeside = (what: Beside, formId: number) => storedText(onDevice, `tend_public_${what}_${formId}`)

export const keptBeside = (what: Beside, formId: number): string => storedBeside(what, formId).read() ?? ''
export function keepBeside(what: Beside, formId: number, text: string): void {
  if (text === '') storedBeside(what, formId).remove()
  else storedBeside(what, formId).write(text)
}

export function forgetBeside(formId: number): void {
  for (const what of ['contact', 'copy'] as const) storedBeside(what, formId).remove()
}

/** What was written into the field that people do not see (`EndPage.tsx`); kept nowhere. */
let written = ''

export const writtenIntoTrap = (): string => written
export const writeIntoTrap = (text: string): void => {
  written = text
}
