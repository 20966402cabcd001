/** Reports something by the company's form for it, without opening the form; from then on it goes as any form does. */
import { isQuickReport, quickReportQuestion } from '#shared/forms/quickReport.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { drawPhoto, takePhoto } from '../../answers/photos/takePhoto.ts'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { RequestError } from '../../lib/requestError.ts'
import { fetchForm } from '../draft/loadForm.ts'
import { type Entry, type FormRow, inFormDatabase, newEntry } from '../storage/entry.ts'
import { keepAnswers, putInOutbox } from '../storage/formDraft.ts'

type Reporter = { id: number; company_id: number }

/**
 * Finds the form on this device, where the server cannot be asked; undefined where there is none. Throws the answer of
 * a server that refuses.
 */
export async function findReportForm({ id, company_id }: Reporter): Promise<FormRow | undefined> {
  const asked = await api.forms.quickReport({}).catch(error => {
    if (error instanceof RequestError && error.isPassing) return undefined
    throw error
  })
  const here = () => inFormDatabase(id, ({ forms }) => forms.toArray())
  const isIt = (form: FormRow) => form.company_id === company_id && form.definition.settings?.quick_report === true
  const versionOf = (rows: FormRow[]) => rows.filter(form => isIt(form) && (!asked || form.form_id === asked.id)).at(-1)
  const kept = versionOf(await here())
  if (!asked || kept?.version === asked.published?.number) return kept
  await fetchForm(id, asked.id)
  return versionOf(await here())
}

/** Whether it asks for no more than words and photos. */
export const isShort = ({ definition }: FormRow): boolean => isQuickReport(definition)

/** A report that is being written: kept as a draft of its form at each pause, so that none of it is lost. */
export class QuickReport {
  private readonly entry: Entry
  private photos: PhotoRow[] = []
  private isKept = false
  words = ''

  constructor({ id, company_id }: Reporter, form: FormRow) {
    const { form_id, version, name: form_name } = form
    this.entry = newEntry({ uuid: newKey(), user_id: id, company_id, form_id, version, form_name })
  }

  /** Adds a photo. Throws where it is none that this device can read. */
  async add(file: File): Promise<PhotoRow> {
    const photo = await drawPhoto(await takePhoto(file, this.entry.uuid, quickReportQuestion))
    this.photos = [...this.photos, photo]
    await this.keep()
    return photo
  }

  remove(uuid: string): void {
    this.photos = this.photos.filter(photo => photo.uuid !== uuid)
    void this.keep()
  }

  /** Keeps what there is as a draft. Throws what the device's storage throws. */
  async keep(): Promise<void> {
    const { entry, photos } = this
    const value = this.words.trim()
    if (!value && photos.length === 0 && !this.isKept) return
    const answer = { ...(value && { value }), photos: photos.map(({ uuid }) => ({ uuid })) }
    const row = { uuid: entry.uuid, question_id: quickReportQuestion, answer, changed_at: Date.now() }
    await keepAnswers(entry, [row], photos, this.isKept)
    this.isKept = true
  }

  /** Puts it into the outbox, which sends it now or when there is a network. */
  async send(): Promise<void> {
    await this.keep()
    await putInOutbox(this.entry, true)
    void useQueue.sendNow()
  }
}
