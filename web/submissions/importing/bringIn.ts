/** Brings one form of a copy to the server: begins it by its uuid, adds its files, completes it. Each step may be repeated. */
import { api } from '../../api.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { FoundForm } from './readCopy.ts'

/** Where it is now: it was there before, it came with this, or it is a draft that a person must finish because of what is wrong. */
export type Outcome = { kind: 'known' | 'new'; id: number } | { kind: 'draft'; id: number; problem: RequestError }

/** Throws a `RequestError` where the server takes none of it. */
export async function bringIn({ form, files }: FoundForm): Promise<Outcome> {
  const { uuid, form_id, version, payload_version, written_by, content, device_time } = form
  const beginning = { form_id, uuid, version, payload_version, written_by, started_at: form.began_at }
  const begun = await begin(beginning, form.subjects)
  if (begun.status === 'complete') return { kind: 'known', id: begun.id }
  const arrived = new Set(begun.files.map(file => file.uuid))
  try {
    for (const { file, ...one } of files)
      if (!arrived.has(one.uuid)) await api.submissions.attach({ id: begun.id, ...one }, { files: { file } })
    await api.submissions.complete({ id: begun.id, payload_version, ...content, ...(device_time && { device_time }) })
    return { kind: 'new', id: begun.id }
  } catch (error) {
    if (!(error instanceof RequestError) || error.status === 0 || error.status >= 500) throw error
    await api.submissions.update({ id: begun.id, ...content }).catch(() => undefined)
    return { kind: 'draft', id: begun.id, problem: error }
  }
}

type Beginning = Omit<Parameters<typeof api.submissions.import>[0], 'subjects'>

/** What it was about may be gone meanwhile; then it comes without that. */
async function begin(beginning: Beginning, subjects: FoundForm['form']['subjects']) {
  const named = subjects.map(({ type, id }) => ({ type, id }))
  try {
    return await api.submissions.import({ ...beginning, subjects: named })
  } catch (error) {
    const isGone =
      error instanceof RequestError && Object.keys(error.errors).some(field => field.startsWith('subjects'))
    if (!isGone) throw error
    return api.submissions.import({ ...beginning, subjects: [] })
  }
}
