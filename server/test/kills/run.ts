/**
 * Kills tend, its PostgreSQL or both again and again while people write, and finds out whether anything that was
 * acknowledged is lost or doubled. The seed decides who does what, who loses patience, and what is killed when; only
 * the machine's speed is not in it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { penCheck } from '../forms.ts'
import { signIn } from '../nodes/tends.ts'
import { photo } from '../submissions.ts'
import { callerOf, Tally } from './caller.ts'
import { compare } from './ledgers.ts'
import { type Random, seeded } from './random.ts'
import { startVictim, targets, type Victim } from './victim.ts'
import { writeOn } from './writer.ts'

const maxAway = 60_000

type Outcome<Target> = { findings: string[]; figures: string; away: Absence<Target>[] }
type Size = { seed: number; kills: number; people: number }

/** A run on a tend with its own PostgreSQL. */
export async function killRun(size: Size) {
  const victim = await startVictim()
  return killRunOn(victim, targets, size).finally(() => victim.remove())
}

/** The same on tends that somebody else has started, and of which these can be killed. */
export async function killRunOn<Target extends string>(
  victim: Victim<Target>,
  targets: readonly Target[],
  { seed, kills, people: count }: Size,
): Promise<Outcome<Target>> {
  const people = await signIn(victim.databaseUrl(), count)
  const [first] = people
  if (!first) throw new Error('A run needs people.')
  const tally = new Tally()
  const picture = await photo()
  const callers = people.map(({ token }, index) => callerOf(token, victim.origin, seeded(seed * 1000 + index), tally))
  const formId = await publishForm(callers[0] as (typeof callers)[0])

  let isOn = true
  const work = Promise.all(
    people.map(({ id }, index) =>
      writeOn({
        name: String(index),
        userId: id,
        formId,
        photo: picture,
        caller: callers[index] as (typeof callers)[0],
        random: seeded(seed * 2000 + index),
        isOn: () => isOn,
      }),
    ),
  )
  const plan = planOf(seeded(seed), kills, targets)
  const away = await Promise.race([killAll(victim, plan, tally), work.then(() => [])])
  isOn = false
  const ledgers = await work
  const findings = await compare(victim.databaseUrl(), victim.dataDir, ledgers)
  return { findings, figures: describe(seed, tally, away, targets), away }
}

async function publishForm(caller: ReturnType<typeof callerOf>): Promise<number> {
  const body = { name: { en: 'Pen check' }, definition: penCheck }
  const { id } = await caller.write('POST', '/form', { key: crypto.randomUUID(), body })
  await caller.write('POST', `/form/${id}/publish`, { body: {} })
  return id
}

type Kill<Target> = { target: Target; after: number }

/** Each target equally often, in an order and with pauses that nobody chose. */
const planOf = <Target>(random: Random, kills: number, targets: readonly Target[]): Kill<Target>[] =>
  Array.from({ length: kills }, (_, number) => ({
    target: targets[number % targets.length] as Target,
    order: random.next(),
    after: random.between(200, 1500),
  })).toSorted((one, other) => one.order - other.order)

/** How long it took until something was acknowledged again, in milliseconds. */
type Absence<Target> = { target: Target; took: number }

async function killAll<Target extends string>(
  victim: Victim<Target>,
  plan: Kill<Target>[],
  tally: Tally,
): Promise<Absence<Target>[]> {
  const away: Absence<Target>[] = []
  await victim.ready?.()
  for (const { target, after } of plan) {
    await delay(after)
    const killed = Date.now()
    tally.maxAway = 0
    await victim.kill(target)
    // What PostgreSQL's processes had in hand may still be answered before they notice.
    await until(() => tally.lastFailed > killed, target)
    const failed = tally.lastFailed
    await until(() => tally.newestAcknowledged > failed, target)
    const took = tally.lastAcknowledged - killed
    await victim.ready?.()
    away.push({ target, took: Math.max(took, tally.maxAway) })
  }
  return away
}

async function until(isSo: () => boolean, target: string): Promise<void> {
  for (const begun = Date.now(); !isSo(); await delay(5))
    if (Date.now() - begun > maxAway) throw new Error(`After a kill of ${target} nothing goes on.`)
}

function describe<Target extends string>(
  seed: number,
  tally: Tally,
  away: Absence<Target>[],
  targets: readonly Target[],
): string {
  const absences = targets.map(target => {
    const times = away.filter(absence => absence.target === target).map(({ took }) => took)
    const sorted = times.toSorted((one, other) => one - other)
    return `${target} ${sorted[Math.floor(sorted.length / 2)]} ms (longest ${sorted.at(-1)} ms)`
  })
  return (
    `seed ${seed}: ${away.length} kills, ${tally.acknowledged} writes acknowledged, ${tally.unanswered} ` +
    'attempts unanswered, ' +
    `${tally.refusedForNow} answered 503, ${tally.doneBefore} repeated writes had been done; back after a kill of ` +
    absences.join(', ')
  )
}
