/**
 * People of another company who work on while somebody attacks: how long they wait, and how long the process answers
 * nobody.
 */
import { expect } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { company, type Person } from '../people.ts'

export type Waited = {
  /** Milliseconds of the calls before the attack, and during it. */
  quiet: number[]
  during: number[]
  /** The longest time for which the process answered nobody, while it was attacked. */
  stoodStill: number
  statuses: number[]
}

const quietCalls = 60

/** What a company's people wait for their calls while `attack` goes on, which answers with the statuses that it got. */
export async function waitedDuring(attack: () => Promise<{ statusCode: number }[]>): Promise<Waited> {
  const boss = await (await company()).manager()
  await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  // The connections of a server that is in use are open.
  for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 12 }, () => timed(boss)))
  const quiet: number[] = []
  for (let call = 0; call < quietCalls; call++) quiet.push(await timed(boss))
  const longest = watchThread()
  let isOver = false
  const attacking = attack().finally(() => {
    isOver = true
  })
  const during: number[] = []
  while (!isOver || during.length < quietCalls) during.push(await timed(boss))
  const statuses = (await attacking).map(({ statusCode }) => statusCode)
  return { quiet, during, stoodStill: longest(), statuses }
}

/**
 * The longest that this thread worked without looking up, in milliseconds of the processor: what others on the machine
 * take from it is not in it.
 */
export function watchThread(): () => number {
  let longest = 0
  let last = worked()
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function timed(boss: Person): Promise<number> {
  const started = performance.now()
  await boss.call(locations.list, {})
  return performance.now() - started
}

/** The time within which that share of the calls was answered. */
export const within = (share: number, times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0

/**
 * A quiet call takes three milliseconds, and twice that is less than a processor needs to turn from one thing to
 * another: so fifty more are always allowed, which nobody feels. Where the machine is slow, because of what else it
 * does, a quiet call shows how slow, and as many times its length are allowed; beside other tests never less than 200.
 */
const allowed = (quiet: number[]): number => Math.max(process.env.ATTACKS_ALONE ? 50 : 200, 16 * within(0.5, quiet))

/**
 * The innocent were served: by their p95, by how long the process looked up at nobody, and alone by their worst wait.
 */
export function expectOthersServed(what: string, { quiet, during, stoodStill }: Waited): void {
  const [before, meanwhile] = [within(0.95, quiet), within(0.95, during)]
  const figures =
    `${what}: p95 ${before.toFixed()} → ${meanwhile.toFixed()} ms, worst ${Math.max(...during).toFixed()} ` +
    `ms, stood still ${stoodStill.toFixed()} ms`
  expect(stoodStill, figures).toBeLessThan(200)
  expect(meanwhile, figures).toBeLessThanOrEqual(Math.max(2 * before, before + allowed(quiet)))
  // The time of a single call depends on the machine too, so it is checked only where nothing else runs.
  if (!process.env.ATTACKS_ALONE) return
  process.stdout.write(`${figures}\n`)
  expect(Math.max(...during), figures).toBeLessThanOrEqual(worstWait)
}

/** What an innocent may wait because of somebody else, in milliseconds, on a machine that does nothing besides. */
const worstWait = 200

/** How long it takes, three times, until what an innocent asked for has come. */
export async function waitsFor(ask: () => Promise<() => Promise<boolean>>): Promise<number[]> {
  const waits: number[] = []
  for (let time = 0; time < 3; time++) {
    const started = performance.now()
    const hasCome = await ask()
    await expect.poll(hasCome, { timeout: 60_000, interval: 5 }).toBe(true)
    waits.push(performance.now() - started)
  }
  return waits
}

/**
 * What an innocent asks of a queue comes behind an attack as it does without one. Beside other tests two seconds are
 * allowed, and as many times a quiet wait as for calls: only the clock can tell how long a queue kept somebody.
 */
export function expectSameWait(what: string, quiet: number[], during: number[]): void {
  // The first call may wait for processes that start on demand.
  const [before, meanwhile] = [within(0.5, quiet), Math.max(...during)]
  const figures = `${what}: ${before.toFixed()} → worst ${meanwhile.toFixed()} ms`
  const isAlone = Boolean(process.env.ATTACKS_ALONE)
  if (isAlone) process.stdout.write(`${figures}\n`)
  expect(meanwhile - before, figures).toBeLessThanOrEqual(isAlone ? worstWait : Math.max(2_000, 16 * before))
}
