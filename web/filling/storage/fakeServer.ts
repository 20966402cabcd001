/**
 * A server for the tests of sending: it keeps submissions by their uuid as the real one does, counts what it is asked,
 * and loses answers, refuses or falls silent when a test wants it to.
 */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { filesOf } from '#shared/forms/answers/content.ts'
import { unsoundPath } from '#shared/lib/soundText.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { receiptContent } from '#shared/submissions/delivery.ts'
import type { Receipt } from '#shared/submissions/deviceRecords.ts'
import { sha256 } from '../../lib/hash.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { SubmissionServer } from './deliver.ts'
import type { FormRow } from './entry.ts'

type Name = keyof SubmissionServer
/** What happens at a call: nothing special, no answer although it was done, or a refusal before anything is done. */
type Fault = 'answer lost' | RequestError

export class FakeServer {
  readonly rows = new Map<number, SubmissionDetail>()
  readonly calls: string[] = []
  /** How often a submission became complete: exactly once each, if all is well. */
  readonly completions = new Map<string, number>()
  private readonly faults: Partial<Record<Name, Fault[]>> = {}
  private nextId = 1
  private sequence = 0

  /** The next calls of that name go wrong, in this order. */
  failing(name: Name, ...faults: Fault[]): this {
    this.faults[name] = [...(this.faults[name] ?? []), ...faults]
    return this
  }

  row(uuid: string): SubmissionDetail | undefined {
    return [...this.rows.values()].find(row => row.uuid === uuid)
  }

  /** Another device changes the draft. */
  changeElsewhere(uuid: string, answers: Answers): void {
    const row = this.row(uuid)
    if (row) this.rows.set(row.id, { ...row, answers, revision: row.revision + 1 })
  }

  /** Another device takes the draft over to a newer version of its form. */
  migrateElsewhere(uuid: string, { version, definition }: FormRow, answers: Answers): void {
    const row = this.row(uuid)
    if (row) this.rows.set(row.id, { ...row, version, definition, answers, revision: row.revision + 1 })
  }

  readonly asServer: SubmissionServer = {
    create: input =>
      this.perform('create', () => {
        const found = this.row(input.uuid)
        if (found) return found
        const row = { ...blank(this.nextId++, input.uuid, input.form_id), version: input.version ?? 1 }
        this.rows.set(row.id, row)
        return row
      }),
    get: ({ id }) => this.perform('get', () => this.found(id)),
    update: ({ id, answers = {}, version, removed, revision }) =>
      this.perform('update', () => {
        this.migrate(id, version)
        this.requireWhole(id, answers, removed)
        return this.revise(id, revision, { answers, ...(version && { version }) })
      }),
    attach: ({ id, uuid, question_id }, options) =>
      this.perform('attach', async () => {
        const row = this.found(id)
        const known = row.files.find(file => file.uuid === uuid)
        if (known) return known
        const blob = options?.files?.file
        const hash = blob ? await sha256(await blob.arrayBuffer()) : null
        const file = {
          ...{
            id: row.files.length + 1,
            uuid,
            question_id,
            path: `files/${uuid}`,
            name: 'photo.jpg',
            content_type: blob?.type ?? '',
          },
          ...{ size: blob?.size ?? 0, sha256: hash, width: null, height: null },
        }
        this.rows.set(id, { ...row, files: [...row.files, file] })
        return file
      }),
    complete: ({ id, answers, version, removed, revision }) =>
      this.perform('complete', async () => {
        const row = this.found(id)
        if (unsoundPath(answers) !== undefined) throw refusal(400, 'malformed')
        if (row.status === 'complete' && JSON.stringify(row.answers) === JSON.stringify(answers)) return row
        this.migrate(id, version)
        if (row.status === 'draft') this.requireWhole(id, answers, removed)
        const missing = filesOf(answers).filter(uuid => !row.files.some(file => file.uuid === uuid))
        if (missing.length > 0) throw refusal(422, 'invalid', 'A photo has not arrived.')
        const receipt = await receiptFor({ ...row, answers }, ++this.sequence)
        const changes = { answers, receipt, status: 'complete' as const, ...(version && { version }) }
        const completed = this.revise(id, revision, changes)
        this.completions.set(row.uuid, (this.completions.get(row.uuid) ?? 0) + 1)
        return completed
      }),
    remove: ({ id }) =>
      this.perform('remove', () => {
        this.found(id)
        this.rows.delete(id)
        return null
      }),
  }

  private found(id: number): SubmissionDetail {
    const row = this.rows.get(id)
    if (!row) throw refusal(404, 'not_found')
    return row
  }

  /** A device that has not heard that the draft went over is told. */
  private migrate(id: number, version: number | undefined): void {
    if (version !== undefined && version < this.found(id).version) throw refusal(409, 'stale_revision')
  }

  private requireWhole(id: number, answers: Answers, removed: string[] = []): void {
    const isLost = (key: string) => !(key in answers) && !removed.includes(key)
    if (Object.keys(this.found(id).answers).some(isLost)) throw refusal(409, 'answers_lost')
  }

  private revise(id: number, revision: number | undefined, changes: Partial<SubmissionDetail>): SubmissionDetail {
    const row = this.found(id)
    if (row.status === 'complete') throw refusal(409, 'submission_complete')
    if (revision !== undefined && revision !== row.revision) throw refusal(409, 'stale_revision')
    const revised = { ...row, ...changes, revision: row.revision + 1 }
    this.rows.set(id, revised)
    return revised
  }

  private async perform<T>(name: Name, work: () => T | Promise<T>): Promise<T> {
    this.calls.push(name)
    const fault = this.faults[name]?.shift()
    if (fault instanceof RequestError) throw fault
    const answer = structuredClone(await work())
    if (fault) throw silence()
    return answer
  }
}

async function receiptFor(row: SubmissionDetail, sequence: number): Promise<Receipt> {
  const content = new TextEncoder().encode(receiptContent(row))
  return {
    client_id: row.uuid,
    content_hash: (await sha256(content.buffer)) ?? '',
    ...{ sequence, server_time: '2026-11-20T07:00:00Z', signature: 'checked by nobody here' },
  }
}

/** No answer, as without a network. */
export const silence = () => new RequestError({ status: 0, code: 'network_error' })

export const refusal = (status: number, code: RequestError['code'], message = '') =>
  new RequestError({ status, code, message })

const blank = (id: number, uuid: string, form_id: number): SubmissionDetail => ({
  ...{
    id,
    uuid,
    form_id,
    company_id: 1,
    user_id: 7,
    user_name: 'Anna',
    imported_by: null,
    ...{ review_state: null, reviewer_ids: null, review_is_named: false },
    ...{ follows_id: null, follows_as: null, follows: null },
    form_name: { en: 'Pen check' },
    version: 1,
  },
  ...{ task_sent_id: null, subjects: [], status: 'draft', score_percent: null, band: null, critical_failed: 0 },
  ...{ started_at: '2026-11-20T06:00:00Z', updated_at: '2026-11-20T06:00:00Z', completed_at: null, revision: 1 },
  ...{ device_time: null, received_at: null, receipt_sequence: null },
  ...{
    definition: { schema: 1, default_language: 'en', sections: [] },
    contact: null,
    answers: {},
    score: null,
    files: [],
    tasks: [],
    receipt: null,
  },
  archived_at: null,
})
