/**
 * Two tends behind HAProxy, on a PostgreSQL that Patroni moves to the other machine when its primary is killed, while
 * people write and talk. `KILLS=3` is a shorter run, `SEED=7` repeats one.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { conversationChannel } from '#shared/messaging/shapes.ts'
import { callerOf, Tally } from '../kills/caller.ts'
import { seeded } from '../kills/random.ts'
import { killRunOn } from '../kills/run.ts'
import { connect } from '../nodes/nodes.ts'
import { launchTend, type SignedIn, signIn } from '../nodes/tends.ts'
import { type Ending, endings, startPatroni } from './patroni.ts'
import { missingPackages, startFront, temporaryFolder } from './programs.ts'
import { pageAt, socketOf } from './sockets.ts'

/**
 * Until people can write again, in milliseconds. Whether a machine that answers nobody is dead or slow takes the others
 * longer to tell.
 */
const atMost: Record<Ending, number> = { PostgreSQL: 15_000, machine: 15_000, 'frozen machine': 25_000 }

const kills = Number(process.env.KILLS ?? 10)
const clock = () => new Date().toISOString().slice(11, 23)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`${kills} kills of the primary while people write and talk lose nothing that was acknowledged`, async ({
  skip,
}) => {
  const missing = missingPackages('haproxy', 'patroni', 'etcd-server', 'postgresql')
  if (missing.length > 0) skip(`needs Debian's ${missing.join(', ')}`)
  console.log(`seed ${seed}`)
  const { folder, remove } = temporaryFolder()
  const cluster = await startPatroni(folder)
  const dataDir = join(folder, 'files')
  const start = () => launchTend({ DATABASE_URL: cluster.url, DATA_DIR: dataDir, PORT: '0' })
  const tends = [await start(), await start()]
  const front = await startFront(
    folder,
    tends.map(({ port }) => port),
  )
  const origin = () => `http://127.0.0.1:${front.port}`
  const talk = await startTalk(cluster.url, front.port)
  try {
    const victim = {
      dataDir,
      origin,
      databaseUrl: () => cluster.url,
      kill: (how: Ending) => {
        console.log(`${clock()} ends: ${how}`)
        return cluster.end(how)
      },
      ready: async () => {
        console.log(`${clock()} people write`)
        await cluster.whole()
        await talk.whole()
        console.log(`${clock()} there is a primary with a standby, and all sockets are back`)
      },
    }
    const { findings, figures, away } = await killRunOn(victim, endings, { seed, kills, people: 4 })
    await cluster.whole()
    const said = await talk.end()
    console.log(`${figures}; ${said.figures}`)
    expect([...findings, ...said.findings], figures).toEqual([])
    expect(away.filter(({ target, took }) => took > atMost[target])).toEqual([])
    for (const { child } of tends) expect(child.exitCode).toBeNull()
  } catch (error) {
    console.log(cluster.said())
    throw error
  } finally {
    talk.close()
    await Promise.all(tends.map(tend => tend.stop()))
    await front.stop()
    await cluster.stop()
    remove()
  }
})

/** Four people who talk in one group, each with a socket there and in the presence of their company. */
async function startTalk(url: string, port: number) {
  const people = await signIn(url, 4)
  const tally = new Tally()
  const callers = people.map(({ token }, at) => callerOf(token, () => `http://127.0.0.1:${port}`, seeded(at), tally))
  const [first, ...others] = people as [SignedIn, ...SignedIn[]]
  const draft = { type: 'group', title: 'All of us', user_ids: others.map(({ id }) => id) }
  const room = `presence-company.${first.companyId}`
  const { id } = (await callers[0]?.write('POST', '/messaging/conversations', { body: draft })) ?? { id: 0 }
  pageAt(port)
  const sockets = people.map(person => socketOf(person, [conversationChannel(first.companyId, id), room]))
  const acknowledged: string[] = []
  let isOn = true
  const say = async (at: number, message_text: string) => {
    const path = `/messaging/conversations/${id}/messages`
    await callers[at]?.write('POST', path, { key: crypto.randomUUID(), body: { message_text } })
    acknowledged.push(message_text)
  }
  const talking = Promise.all(
    people.map(async (_, at) => {
      for (let number = 0; isOn; number++) {
        await say(at, `${at}:${number}`)
        await delay(100)
      }
    }),
  )
  let rounds = 0
  /** All sockets are back in both channels, see everybody, and hear each message. */
  const whole = async () => {
    const seen = () => sockets.map(({ live, members }) => [live.size, members.size])
    await expect.poll(seen, { timeout: 90_000 }).toEqual(sockets.map(() => [2, people.length]))
    const everybodyHears = async () => {
      const probe = `probe ${rounds++}`
      await say(0, probe)
      const heard = () => sockets.map(socket => socket.heard.has(probe))
      await expect.poll(heard, { timeout: 3_000 }).toEqual(sockets.map(() => true))
    }
    // A socket that closes in this moment misses one, and hears the next.
    await vi.waitFor(everybodyHears, { timeout: 30_000 })
  }
  return {
    whole,
    end: async () => {
      isOn = false
      await talking
      await whole()
      const database = await connect(url)
      const { rows } = await database.query<{ text: string; times: number }>(
        `select message_text as text, count(*)::int as times from messages
         where conversation_id = $1 and kind = 'message' group by 1`,
        [id],
      )
      await database.end()
      const times = new Map(rows.map(row => [row.text, row.times]))
      const wrong = acknowledged.filter(text => times.get(text) !== 1)
      const findings = wrong.map(text => `message ${text} was acknowledged and is there ${times.get(text) ?? 0} times`)
      const unsaid = rows.filter(({ text }) => !acknowledged.includes(text))
      findings.push(...unsaid.map(({ text }) => `message ${text} is there and was never acknowledged`))
      const back = sockets.map(({ lost }) => lost)
      return { findings, figures: `${acknowledged.length} messages, sockets came back ${back.join(', ')} times` }
    },
    close: () => {
      isOn = false
      for (const { realtime } of sockets) realtime.disconnect()
      vi.unstubAllGlobals()
    },
  }
}
