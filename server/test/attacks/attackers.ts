/**
 * Whoever drives a bound of the table in docs/trust.md, by the words of its first column: many calls at once that run into it. What is
 * arranged before is not measured; what comes back is.
 */
import { PassThrough } from 'node:stream'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { actions } from '#shared/actions/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { auth } from '#shared/auth/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { locales } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { me } from '#shared/me/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { plans } from '#shared/plans/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { form as formWith, number, repeat, text } from '#testing/forms/scenarios/language.ts'
import { sessions } from '../../auth/table.ts'
import { eraseUnnamedPictures } from '../../forms/jobs.ts'
import { formPictures } from '../../forms/table.ts'
import { inTurn } from '../../lib/db/pools.ts'
import { apart, inRounds, type Worked } from '../../lib/heavy/apart.ts'
import { heavyWork } from '../../lib/heavy/heavyWork.ts'
import { daysLater } from '../../lib/localDays.ts'
import { mostExported } from '../../me/export.ts'
import { mostCounted } from '../../reports/counting/answers.ts'
import { password, withPassword } from '../accounts.ts'
import { publishedForm } from '../forms.ts'
import { admin, company, type Person, platform, request } from '../people.ts'
import { socket } from '../sockets.ts'
import { begin, complete, photo } from '../submissions.ts'
import { tend } from '../tend.ts'
import { slow } from './slowForm.ts'
import { sheetNames, workbookOfSheets } from './workbooks.ts'

type Answered = { statusCode: number }
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

const manager = async () => (await company()).manager()
const fileOf = (name: string, content: Buffer) => ({ file: { name, content } })

/** Begun submissions of a form whose patterns take long over a long note, and how to complete one. */
async function slowCompletions(count: number, letters: number) {
  const farm = await company()
  const hand = await farm.worker()
  const form = await publishedForm(await farm.manager(), slow)
  const begun = await times(count, () => begin(hand, form))
  const answers = { note: { value: 'a'.repeat(letters) } }
  return () => times(count, index => hand.send(submissions.complete, { id: begun[index]?.id ?? 0, answers }))
}

/** A manager whose company may keep so little. */
async function poor(limits: { storage: number | null; animals: number | null }) {
  const farm = await company()
  const [boss, helper] = [await farm.manager(), await admin()]
  const [offer] = await helper.call(plans.offers, {})
  const open = { id: farm.id, plan_id: offer?.id ?? 0, end_date: null }
  await helper.call(plans.open, { ...open, limits: { users: null, forms: null, ...limits } })
  return { farm, boss, helper }
}

async function greedyWorkbooks() {
  const names = ['survey', 'choices', ...sheetNames(40)]
  const sent = fileOf('form.xlsx', workbookOfSheets(names, { areOne: false, rows: 3_000 }))
  const bosses = await times(6, manager)
  return () => oneByOne(48, index => (bosses[index % 6] as Person).send(forms.importFile, {}, sent))
}

export const attackers: Record<string, Attacker> = {
  'a body; a file; fields of a multipart body': {
    beyond: [413],
    ready: async () => {
      const boss = await manager()
      const body = JSON.stringify({ name: 'Barn', type: 'barn', notes: 'x'.repeat(2 * 1024 * 1024) })
      const sent = fileOf('long.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))
      const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, 'x']))
      const ear = fileOf('ear.jpg', await photo())
      return () =>
        oneByOne(40, index => {
          if (index % 4 === 0) return boss.send(files.create, {}, sent)
          if (index % 4 === 1) return boss.send(forms.addPicture, { uuid: crypto.randomUUID(), ...many }, ear)
          return sendRaw(boss, '/api/location', 'application/json', body)
        })
    },
  },
  'bodies under way': {
    beyond: [503],
    may: [400],
    ready: async () => {
      const { app } = await tend()
      const boss = await manager()
      const length = 1_900_000
      return async () => {
        // Announced, begun, and not sent before all others are refused.
        const begun = Array.from({ length: 150 }, () => new PassThrough())
        const headers = {
          authorization: `Bearer ${boss.token}`,
          'content-type': 'application/json',
          'content-length': length,
        }
        const answers = begun.map(payload =>
          app.inject({ method: 'POST', url: '/api/location', payload, headers, remoteAddress: '10.69.1.1' }),
        )
        for (const payload of begun) payload.write('{')
        await new Promise(resolve => setTimeout(resolve, 500))
        for (const payload of begun) payload.end('}')
        return Promise.all(answers)
      }
    },
  },
  'depth of a body; values and names in it': {
    beyond: [400, 413],
    ready: async () => {
      const boss = await manager()
      const deep = `{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
      const wide = Buffer.from(`{"x":[${'[],'.repeat(650_000)}1]}`)
      return () => oneByOne(20, index => sendRaw(boss, '/api/location', 'application/json', index % 2 ? deep : wide))
    },
  },
  'a whole number': {
    beyond: [422],
    ready: async () => {
      const boss = await manager()
      return () => oneByOne(200, () => boss.send(locations.list, { page: 99_999_999_999 }), 10)
    },
  },
  'connections of the database': {
    beyond: [200],
    ready: async () => {
      const boss = await manager()
      return () => oneByOne(300, () => boss.send(locations.list, {}), 10)
    },
  },
  'calls that wait for a connection, or to be told who asks': {
    beyond: [503],
    may: [200],
    ready: async () => {
      const boss = await manager()
      return () => oneByOne(1_600, () => boss.send(locations.list, {}), 10)
    },
  },
  'a statement': {
    beyond: [500],
    ready: async () => {
      const { id } = await company()
      const { pools } = (await tend()).services
      const tenant = { companyId: id, userId: null }
      // As long as it takes until it is broken off, but not for a whole minute.
      const wait = () =>
        inTurn(pools, 'walled', `company ${id}`, tenant, true, async db => {
          await db.execute(sql`set local statement_timeout = 500`)
          await db.execute(sql`select pg_sleep(60)`)
        }).then(
          () => ({ statusCode: 200 }),
          () => ({ statusCode: 500 }),
        )
      return () => times(6, wait)
    },
  },
  'threads for spreadsheets, exports and long evaluations': {
    beyond: [200],
    ready: () => slowCompletions(8, 1_500),
  },
  'pieces that wait for a thread': { beyond: [503], may: [413, 422], ready: greedyWorkbooks },
  'a spreadsheet': {
    beyond: [413],
    ready: async () => {
      const boss = await manager()
      const sent = fileOf('form.xlsx', workbookOfSheets(sheetNames(20_000), { areOne: true }))
      return () => oneByOne(12, () => boss.send(forms.importFile, {}, sent))
    },
  },
  'one evaluation of a form': { beyond: [413], ready: () => slowCompletions(10, 20_000) },
  'rows and questions of a form': {
    beyond: [200],
    ready: async () => {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const rows = { from: 'count' as const, count: `\${n}` }
      const definition = formWith(number('n'), repeat('pens', { rows }, text('name')))
      const form = await publishedForm(boss, definition)
      const begun = await times(6, () => begin(hand, form))
      const answers = { n: { value: 100_000 } }
      return () =>
        times(6, async index => {
          const done = await hand.call(submissions.complete, { id: begun[index]?.id ?? 0, answers })
          const pens = done.answers.pens?.value
          return { statusCode: Array.isArray(pens) && pens.length === 500 ? 200 : 0 }
        })
    },
  },
  'a PDF': {
    beyond: [503],
    may: [200],
    ready: async () => {
      const farm = await company()
      const bosses = await times(3, () => farm.manager())
      // Each of another day: what was made once is kept.
      const sheetOf = (index: number) => ({ company_id: farm.id, date: daysLater('2026-01-01', index) })
      return () => oneByOne(130, index => (bosses[index % 3] as Person).send(tasks.sheet, sheetOf(index)))
    },
  },
  'a picture': {
    beyond: [413],
    may: [201],
    ready: async () => {
      const boss = await manager()
      const drawn = (height: number) =>
        sharp({ create: { width: 8_000, height, channels: 3, background: 'orange' } })
          .png()
          .toBuffer()
      const [large, tooLarge] = [await drawn(7_900), await drawn(8_001)]
      return () =>
        oneByOne(6, index =>
          boss.send(forms.addPicture, { uuid: crypto.randomUUID() }, fileOf('barn.png', index % 3 ? tooLarge : large)),
        )
    },
  },
  'hashes of passwords and PINs': {
    beyond: [503],
    may: [422],
    ready: async () => () =>
      oneByOne(260, index => {
        const email = `nobody${index}@example.test`
        return request(auth.login, { email, password }, null, { from: '10.77.1.1' })
      }),
  },
  'pieces of heavy work in one call': {
    beyond: [503],
    ready: async () => {
      const { id } = await company()
      const restless = () => {
        const worked: Worked = new Map()
        return inRounds(worked, () =>
          apart({ worked }, crypto.randomUUID(), () => heavyWork('hash', `company ${id}`, async () => 'done')),
        ).then(
          () => ({ statusCode: 200 }),
          // After the last of them the call would have to begin once more.
          ({ status }) => ({ statusCode: worked.size > 6 ? 0 : status }),
        )
      }
      return () => times(30, restless)
    },
  },
  'all data of a person': {
    beyond: [413],
    ready: async () => {
      const hands = await times(4, async () => (await company()).worker())
      const { rows } = mostExported
      return async () => {
        mostExported.rows = 1
        return times(12, index => (hands[index % 4] as Person).send(me.export, {})).finally(() => {
          mostExported.rows = rows
        })
      }
    },
  },
  'a logo': {
    beyond: [413],
    may: [200],
    ready: async () => {
      const farm = await company()
      const boss = await farm.manager()
      const drawn = (height: number) =>
        sharp({ create: { width: 8_000, height, channels: 3, background: 'orange' } })
          .png()
          .toBuffer()
      const [large, tooLarge] = [await drawn(3_900), await drawn(4_001)]
      const long = Buffer.from(`<svg>${' '.repeat(600_000)}</svg>`)
      const sent = [large, tooLarge, long]
      return () =>
        oneByOne(9, index => boss.send(companies.setLogo, { id: farm.id }, fileOf('logo', sent[index % 3] as Buffer)))
    },
  },
  'files, pictures of forms and the logo': {
    beyond: [403],
    ready: async () => {
      const { boss } = await poor({ storage: 10, animals: null })
      const ear = fileOf('ear.jpg', await photo())
      return () =>
        times(40, index =>
          index % 2
            ? boss.send(files.create, {}, ear)
            : boss.send(forms.addPicture, { uuid: crypto.randomUUID() }, ear),
        )
    },
  },
  'a company whose plan was archived': {
    beyond: [403],
    may: [201],
    ready: async () => {
      const { farm, boss, helper } = await poor({ storage: null, animals: null })
      const [row] = (await helper.call(plans.list, { id: farm.id })).data
      await helper.call(plans.remove, { id: farm.id, company_plan_id: row?.id ?? 0 })
      const { limit } = (await boss.call(plans.usage, { id: farm.id })).animals
      return () => oneByOne((limit ?? 0) + 20, () => boss.send(animals.create, { name: 'Cow', species: 'cattle' }))
    },
  },
  'pictures that no form names': {
    beyond: [1_000],
    ready: async () => {
      const [farm, { services }] = [await company(), await tend()]
      const boss = await farm.manager()
      const { path } = await boss.call(
        forms.addPicture,
        { uuid: crypto.randomUUID() },
        fileOf('ear.jpg', await photo()),
      )
      await platform(db =>
        db.execute(sql`
          insert into form_pictures (company_id, uuid, user_id, path, name, content_type, size, sha256, width, height, created_at)
          select company_id, gen_random_uuid(), user_id, path || n, name, content_type, size, sha256, width, height, now() - interval '40 days'
          from form_pictures, generate_series(1, 1100) n where path = ${path}`),
      )
      const count = () => platform(db => db.$count(formPictures, sql`company_id = ${farm.id}`))
      return async () => {
        const before = await count()
        await platform(db => eraseUnnamedPictures.work({}, { db, services }))
        return [{ statusCode: before - (await count()) }]
      }
    },
  },
  'tries at passwords, PINs, codes, links': {
    beyond: [429],
    may: [422],
    ready: async () => {
      const { email } = await withPassword(await (await company()).worker())
      return () =>
        times(40, index => request(auth.login, { email, password: 'wrong' }, null, { from: `10.66.${index}.1` }))
    },
  },
  'repeated requests': {
    beyond: [201],
    ready: async () => {
      const boss = await manager()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const made = new Set<unknown>()
      return () =>
        oneByOne(60, async () => {
          const answer = await boss.send(locations.create, { name: 'Barn', type: 'barn' }, { headers })
          made.add(JSON.parse(answer.body).data.id)
          return { statusCode: made.size === 1 ? answer.statusCode : 0 }
        })
    },
  },
  'a calendar that other programs read': {
    beyond: [429],
    may: [200],
    ready: async () => {
      const { address } = await (await manager()).call(feeds.create, {})
      const { app } = await tend()
      const url = new URL(address).pathname
      return () => oneByOne(90, () => app.inject({ method: 'GET', url }))
    },
  },
  'helpers from outside': {
    beyond: [429],
    may: [404],
    ready: async () => {
      const file = { name: 'words.txt', content: Buffer.from('Hello') }
      const token = 'x'.repeat(43)
      return () => oneByOne(160, () => request(actions.perform, { token }, null, { file, from: '10.67.1.1' }))
    },
  },
  'devices on which somebody is signed in': {
    beyond: [200],
    ready: async () => {
      const { id, email } = await withPassword(await (await company()).worker())
      const later = new Date(Date.now() + 3600_000)
      const row = () => ({ userId: id, tokenHash: crypto.randomUUID(), tokenExpiresAt: later, refreshableUntil: later })
      await platform(db => db.insert(sessions).values(Array.from({ length: 120 }, row)))
      return () => times(8, index => request(auth.login, { email, password }, null, { from: `10.68.${index}.1` }))
    },
  },
  reports: {
    beyond: [413],
    ready: async () => {
      const boss = await manager()
      await complete(boss, await publishedForm(boss))
      const { id } = await boss.call(reports.create, { name: 'All' })
      const { lines } = mostCounted
      return async () => {
        mostCounted.lines = 0
        return times(20, () => boss.send(reports.data, { id })).finally(() => Object.assign(mostCounted, { lines }))
      }
    },
  },
  'texts with Markdown': {
    beyond: [201],
    ready: async () => {
      const boss = await manager()
      const signs = ['**a ', '[a\n', '(_a', '<a', '\n\n']
      const body = Object.fromEntries(
        locales.map((locale, at) => [locale, (signs[at] ?? '').repeat(50_000).slice(0, 49_990)]),
      )
      return () =>
        oneByOne(10, () => boss.send(guides.create, { title: { en: 'Gates' }, body, default_language: 'en' }))
    },
  },
  conversations: {
    beyond: [429],
    may: [201],
    ready: async () => {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const draft = { type: 'group' as const, title: 'Barn', user_ids: [hand.id] }
      return () => oneByOne(80, () => boss.send(messaging.create, draft))
    },
  },
  'sockets, their channels, frames and events': {
    beyond: [1009],
    ready: async () => {
      const clients = await times(40, socket)
      return () =>
        oneByOne(40, async index => {
          const client = clients[index] as (typeof clients)[number]
          client.send(JSON.stringify({ event: 'pusher:ping', data: 'x'.repeat(100_000) }))
          return { statusCode: await client.closed }
        })
    },
  },
}
