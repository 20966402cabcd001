import { plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { publishedForm } from '../forms.ts'
import { admin, company, type Person } from '../people.ts'
import { address } from '../sockets.ts'
import { begin } from '../submissions.ts'
import { tend } from '../tend.ts'
import { slow } from './slowForm.ts'
import { sheetNames, workbookOfSheets } from './workbooks.ts'

export type Answered = { statusCode: number }
export type Attacker = {
  /** What comes at the bound; it must come, and nothing else but what `may`. */
  beyond: number[]
  may?: number[]
  /** Arranges the attack, and gives it. */
  ready: () => Promise<() => Promise<Answered[]>>
}

export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** All at once, but not in one go: as they come in over a wire, and not as this thread's own work. */
export async function oneByOne<T>(count: number, work: (index: number) => Promise<T>, together = 1): Promise<T[]> {
  const begun: Promise<T>[] = []
  for (let index = 0; index < count; index++) {
    begun.push(work(index))
    if (index % together === 0) await new Promise(setImmediate)
  }
  return Promise.all(begun)
}

/** A body as it is, which no client of ours would send. */
export async function sendRaw({ token }: Person, url: string, type: string, payload: string | Buffer) {
  const { app } = await tend()
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  return app.inject({ method: 'POST', url, payload, headers })
}

/** The same over a socket, which brings it a piece at a time. */
export async function sendOverWire({ token }: Person, path: string, type: string, body: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(`${await address()}${path}`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return { statusCode: answer.status }
}

export const manager = async () => (await company()).manager()
export const fileOf = (name: string, content: Buffer) => ({ file: { name, content } })

/** Begun submissions of a form whose patterns take long over a long note, and how to complete one. */
export async function slowCompletions(count: number, letters: number) {
  const farm = await company()
  const hand = await farm.worker()
  const form = await publishedForm(await farm.manager(), slow)
  const begun = await times(count, () => begin(hand, form))
  const answers = { note: { value: 'a'.repeat(letters) } }
  return () => times(count, index => hand.send(submissions.complete, { id: begun[index]?.id ?? 0, answers }))
}

/** A manager whose company may keep so little. */
export async function poor(limits: { storage: number | null; animals: number | null }) {
  const farm = await company()
  const [boss, helper] = [await farm.manager(), await admin()]
  const [offer] = await helper.call(plans.offers, {})
  const open = { id: farm.id, plan_id: offer?.id ?? 0, end_date: null }
  await helper.call(plans.open, { ...open, limits: { users: null, forms: null, ...limits } })
  return { farm, boss, helper }
}

export async function greedyWorkbooks() {
  const names = ['survey', 'choices', ...sheetNames(40)]
  const sent = fileOf('form.xlsx', workbookOfSheets(names, { areOne: false, rows: 3_000 }))
  const bosses = await times(6, manager)
  return () => oneByOne(48, index => (bosses[index % 6] as Person).send(forms.importFile, {}, sent))
}
