/** A file of animals as an import takes it, carried out by calls: of a hundred lines one is bad. */
import { setTimeout as wait } from 'node:timers/promises'
import type { RegisterImport } from '#shared/imports/contract.ts'

type Place = { address: string; token: string }
type State = Pick<
  RegisterImport,
  'id' | 'matching' | 'key' | 'state' | 'done' | 'total' | 'created' | 'faulty' | 'unchanged'
>

/** Which lines are bad, counted from 0. */
const isBad = (at: number) => at % 100 === 7
export const goodOf = (lines: number): number =>
  Array.from({ length: lines }, (_, at) => at).filter(at => !isBad(at)).length

/** So many animals, each with an ear tag, a pen and a day of birth. */
export const herdFile = (lines: number): Blob =>
  new Blob([
    [
      'Identifier,Name,Species,Sex,Date of birth,Group',
      ...Array.from(
        { length: lines },
        (_, at) =>
          `T ${at},Animal ${at},${isBad(at) ? 'unicorn' : 'sheep'},female,2024-03-${10 + (at % 20)},Pen ${at % 20}`,
      ),
    ].join('\n'),
  ])

/** Hands the file in. */
export async function begin(place: Place, file: Blob): Promise<State> {
  const form = new FormData()
  form.set('type', 'animal')
  form.set('file', file, 'herd.csv')
  return call(place, '', form)
}

/** Carries it out, from where it had come to. */
export const run = (place: Place, { id, matching, key }: State): Promise<State> =>
  call(place, `/${id}/run`, JSON.stringify({ matching, key, is_trial: false }))

/** How far it is, once that is enough. */
export async function until(place: Place, id: number, isEnough: (state: State) => boolean): Promise<State> {
  for (;;) {
    const state = await call(place, `/${id}`)
    if (isEnough(state)) return state
    await wait(250)
  }
}

async function call({ address, token }: Place, path: string, body?: string | FormData): Promise<State> {
  const response = await fetch(`${address}/api/register/import${path}`, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: State }).data
}
