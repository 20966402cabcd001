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
import { startVictim, type Target, targets, type Victim } from './victim.ts'
import { writeOn } from './writer.ts'

const longestAway = 60_000

type Outcome = { findings: string[]; figures: string }

export async function killRun({
  seed,
  kills,
  people: count,
}: {
  seed: number
  kills: number
  people: number
}): Promise<Outcome> {
  const victim = await startVictim()
  try {
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
    const away = await Promise.race([killAll(victim, planOf(seeded(seed), kills), tally), work.then(() => [])])
    isOn = false
    const ledgers = await work
    const findings = await compare(victim.databaseUrl(), victim.dataDir, ledgers)
    return { findings, figures: describe(seed, tally, away) }
  } finally {
    await victim.remove()
  }
}

async function publishForm(caller: ReturnType<typeof callerOf>): Promise<number> {
  const body = { name: { en: 'Pen check' }, definition: penCheck }
  const { id } = await caller.write('POST', '/form', { key: crypto.randomUUID(), body })
  await caller.write('POST', `/form/${id}/publish`, { body: {} })
  return id
}

type Kill = { target: Target; after: number }

/** Each target equally often, in an order and with pauses that nobody chose. */
const planOf = (random: Random, kills: number): Kill[] =>
  Array.from({ length: kills }, (_, number) => ({
    target: targets[number % targets.length] ?? 'both',
    order: random.next(),
    after: random.between(200, 1500),
  })).toSorted((one, other) => one.order - other.order)

/** How long it took until something was acknowledged again, in milliseconds. */
type Absence = { target: Target; took: number }

async function killAll(victim: Victim, plan: Kill[], tally: Tally): Promise<Absence[]> {
  const away: Absence[] = []
  for (const { target, after } of plan) {
    await delay(after)
    const killed = Date.now()
    await victim.kill(target)
    // What PostgreSQL's processes had in hand may still be answered before they notice.
    await until(() => tally.lastFailed > killed, target)
    const failed = tally.lastFailed
    await until(() => tally.lastAcknowledged > failed, target)
    away.push({ target, took: tally.lastAcknowledged - killed })
  }
  return away
}

async function until(isSo: () => boolean, target: Target): Promise<void> {
  for (const begun = Date.now(); !isSo(); await delay(5))
    if (Date.now() - begun > longestAway) throw new Error(`After a kill of ${target} nothing goes on.`)
}

function describe(seed: number, tally: Tally, away: Absence[]): string {
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
