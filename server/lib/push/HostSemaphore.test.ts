import { expect, test } from 'vitest'
import { HostSemaphore, HostSilent } from './HostSemaphore.ts'

const minute = 60_000

/** A host and its clock: sends calls at once and counts those that reached it. */
function hostAt(start: number) {
  let now = start
  const hosts = new HostSemaphore(() => now)
  return {
    later: (milliseconds: number) => {
      now += milliseconds
    },
    ask: async (count: number, work: () => Promise<unknown>) => {
      let got = 0
      const call = () => {
        got++
        return work()
      }
      const answers = await Promise.allSettled(Array.from({ length: count }, () => hosts.call('push.example', call)))
      const refused = answers.filter(one => one.status === 'rejected' && one.reason instanceof HostSilent)
      return { got, refused: refused.length }
    },
  }
}

const dead = () => Promise.reject(new Error('Nothing comes'))
const well = () => Promise.resolve(201)

test('a service that fails for a moment, with many calls under way, is asked again after half a minute', async () => {
  const { later, ask } = hostAt(0)
  expect(await ask(12, dead)).toEqual({ got: 12, refused: 0 })
  expect(await ask(1, well)).toEqual({ got: 0, refused: 1 })
  later(minute / 2)
  expect(await ask(1, well)).toEqual({ got: 1, refused: 0 })
  expect(await ask(5, well)).toEqual({ got: 5, refused: 0 })
})

test('a service that stays silent is looked at by one call, ever more rarely, and an hour apart at most', async () => {
  const { later, ask } = hostAt(0)
  await ask(12, dead)
  for (const pause of [0.5, 1, 2, 4, 8, 16, 32, 60, 60]) {
    later(pause * minute - 1)
    expect(await ask(3, dead), `after ${pause} minutes less a moment`).toEqual({ got: 0, refused: 3 })
    later(1)
    expect(await ask(3, dead), `after ${pause} minutes`).toEqual({ got: 1, refused: 2 })
  }
})
