/**
 * A client over HTTP that sends the same call until it is answered. It sometimes hangs up before the answer, as a phone
 * without signal does, so that finished work is asked for again.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from './random.ts'

class Impolite extends Error {}

type Sent = { body?: unknown; key?: string; file?: Buffer; fields?: Record<string, string> }
type Row = { id: number } & Record<string, unknown>

/** Outcomes of the attempts of all callers. */
export class Tally {
  acknowledged = 0
  unanswered = 0
  refusedForNow = 0
  /** Repeated writes that turned out to have been done. */
  doneBefore = 0
  lastAcknowledged = 0
  /** When the newest attempt began that was acknowledged. */
  newestAcknowledged = 0
  /** The longest time between two acknowledged writes since somebody set it to 0, in milliseconds. */
  maxAway = 0
  /** When an attempt was unanswered or answered 503, other than out of impatience. */
  lastFailed = 0
}

export type Caller = {
  /**
   * Sends a write until it is acknowledged. `doneAt` names the field of the answer that says when it was done, if there
   * is one. Throws when it is refused.
   */
  write(method: string, path: string, sent: Sent, doneAt?: string): Promise<Row>
  read(path: string): Promise<Row[]>
}

const hangsUp = 0.05
/** Milliseconds. */
const patient = 30_000

export function callerOf(token: string, origin: () => string, random: Random, tally: Tally): Caller {
  const attempt = async (method: string, path: string, sent: Sent, patience: number) => {
    const response = await fetch(`${origin()}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent.key && { 'idempotency-key': sent.key }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      },
      body: sent.file ? formOf(sent.file, sent.fields) : sent.body === undefined ? null : JSON.stringify(sent.body),
      signal: AbortSignal.timeout(patience),
    })
    const text = await response.text()
    if (response.status === 503 && !response.headers.has('retry-after'))
      throw new Impolite(`${method} ${path}: 503 that does not say when to come back: ${text}`)
    return { status: response.status, text }
  }

  const untilAnswered = async (method: string, path: string, sent: Sent, isWrite: boolean) => {
    for (let tries = 1; ; tries++) {
      const patience = isWrite && random.next() < hangsUp ? Math.ceil(random.between(1, 25)) : patient
      const began = Date.now()
      const answer = await attempt(method, path, sent, patience).catch(error => {
        if (error instanceof Impolite) throw error
        return undefined
      })
      if (answer && answer.status < 300) return { data: JSON.parse(answer.text).data, tries, began }
      if (answer && answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      if (isWrite) answer ? tally.refusedForNow++ : tally.unanswered++
      if (patience === patient) tally.lastFailed = Date.now()
      await delay(50)
    }
  }

  return {
    write: async (method, path, sent, doneAt) => {
      const { data, tries, began } = await untilAnswered(method, path, sent, true)
      tally.acknowledged++
      if (tally.lastAcknowledged) tally.maxAway = Math.max(tally.maxAway, Date.now() - tally.lastAcknowledged)
      tally.lastAcknowledged = Date.now()
      tally.newestAcknowledged = Math.max(tally.newestAcknowledged, began)
      if (tries > 1 && doneAt && Date.parse(data[doneAt]) < began) tally.doneBefore++
      return data
    },
    read: async path => (await untilAnswered('GET', path, {}, false)).data,
  }
}

function formOf(file: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(file)]), 'pen.jpg')
  return form
}
