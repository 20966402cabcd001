/** Against bounds of what is worked at once. */
import { PassThrough } from 'node:stream'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { form as formWith, number, repeat, text } from '#testing/forms/scenarios/language.ts'
import { inTurn } from '../../../lib/db/pools.ts'
import { maxOf } from '../../../lib/files/pictureWork.ts'
import { daysLater } from '../../../lib/localDays.ts'
import { password } from '../../accounts.ts'
import { publishedForm } from '../../forms.ts'
import { company, type Person, request } from '../../people.ts'
import { begin, photo } from '../../submissions.ts'
import { tend } from '../../tend.ts'
import {
  type Answered,
  type Attacker,
  fileOf,
  greedyWorkbooks,
  manager,
  oneByOne,
  sendRaw,
  slowCompletions,
  times,
} from '../attacking.ts'
import { dearDrawing } from '../dearDrawing.ts'
import { sheetNames, workbookOfSheets } from '../workbooks.ts'

export const againstWork: Record<string, Attacker> = {
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
  'names of one object; fields that a refusal names; a body of a form of the web': {
    beyond: [413, 422],
    ready: async () => {
      const [farm, { app }] = [await company(), await tend()]
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const { id } = await begin(hand, await publishedForm(boss))
      const named = (count: number) =>
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])))
      const [few, many] = [named(19_990), named(60_000)]
      const fields = Array.from({ length: 200_000 }, (_, index) => `k${index}`).join('&')
      const headers = { authorization: `Bearer ${hand.token}` }
      const send = (payload: string, type: string) =>
        app.inject({
          ...{ method: 'POST', url: `/api/form/submission/${id}/complete`, payload },
          headers: { ...headers, 'content-type': type },
        })
      return () =>
        oneByOne(12, index => {
          if (index % 3 === 0) return send(fields, 'application/x-www-form-urlencoded')
          return send(`{"answers":${index % 3 === 1 ? few : many}}`, 'application/json')
        })
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
  'calls that wait for a connection or for authentication': {
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
      const tenant = { companyId: id, userId: null, reach: null }
      // As long as it takes until it is broken off, but not for a whole minute.
      const wait = () =>
        inTurn(pools, 'isolated', `company ${id}`, tenant, true, async db => {
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
  'a drawing': {
    beyond: [201, 413],
    ready: async () => {
      const farms = await times(3, () => company())
      const greedy = await times(2, index => (farms[index] as (typeof farms)[number]).manager())
      const modest = await (farms[2] as (typeof farms)[number]).manager()
      const [dear, ear] = [fileOf('logo.svg', dearDrawing()), fileOf('ear.jpg', await photo())]
      return async () => {
        let isOver = false
        const { maxWorked } = maxOf.drawing
        maxOf.drawing.maxWorked = 1_000
        const drawings = times(2, index =>
          (greedy[index] as Person).send(companies.setLogo, { id: farms[index]?.id ?? 0 }, dear),
        ).finally(() => {
          isOver = true
          maxOf.drawing.maxWorked = maxWorked
        })
        // Photos of others come while the drawings are under way.
        const photos: Answered[] = []
        while (!isOver && photos.length < 10)
          photos.push(await modest.send(forms.addPicture, { uuid: crypto.randomUUID() }, ear))
        return [...(isOver ? [] : photos), ...(await drawings)]
      }
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
}
