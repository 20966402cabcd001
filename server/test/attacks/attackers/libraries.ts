/**
 * Attacks each library that the main thread loads, and each reader of tend's own, with the most expensive input that
 * the contracts let through or refuse only after reading it. Names are those of docs/bounds.md.
 */

import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { passkeys } from '#shared/accounts/passkeys.ts'
import { sso } from '#shared/accounts/sso.ts'
import { animals } from '#shared/animals/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/companies/roles.ts'
import { maxRoleRules } from '#shared/companies/rules.ts'
import { documents } from '#shared/documents/contract.ts'
import { files } from '#shared/files/contract.ts'
import { maxElements } from '#shared/forms/elements.ts'
import { guides } from '#shared/guides/contract.ts'
import { imports } from '#shared/imports/contract.ts'
import { locales } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { stampOf } from '#shared/sealing/timeStamps/checkToken.ts'
import { derOf, partsOf } from '#shared/sealing/timeStamps/der.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { password } from '../../accounts.ts'
import { withPasskey } from '../../authenticator.ts'
import { goodAnswers, publishedForm } from '../../forms.ts'
import { jobsDone } from '../../jobsDone.ts'
import { keyOf } from '../../keys.ts'
import { lyingProvider } from '../../lyingProvider.ts'
import { company, type Person, request } from '../../people.ts'
import { memberWith } from '../../roles.ts'
import { callScim } from '../../scim.ts'
import { type Browser, beginAt, comeBack, connected } from '../../sso.ts'
import { begin } from '../../submissions.ts'
import { tend } from '../../tend.ts'
import {
  type Answered,
  type Attacker,
  fileOf,
  greedyWorkbooks,
  manager,
  oneByOne,
  sendOverWire,
  sendRaw,
  times,
} from '../attacking.ts'
import { dearRules } from './series.ts'

const label = { en: 'What?' }
/** About as much as a body may have. */
const maxOfBody = 1_900_000
const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
/** Marks that a normal form has to put in order. */
const marks = '\u0301\u0323'
const hardWords = [filled(marks, 49_990), filled('@a ', 49_990), filled('ü', 49_990), filled('🐄', 49_990)]

const definitionOf = (questions: object[]) => ({
  ...{ schema: 1, default_language: 'en' },
  sections: Array.from({ length: Math.ceil(questions.length / 400) }, (_, at) => ({
    ...{ id: `s${at}`, title: label },
    questions: questions.slice(at * 400, (at + 1) * 400),
  })),
})

/**
 * Sends each of them `rounds` times, one after the other: what counts is how dear one is, and not how many there are.
 */
const each = (sends: (() => Promise<Answered>)[], rounds: number) => async () => {
  const answers: Answered[] = []
  for (let round = 0; round < rounds; round++) for (const send of sends) answers.push(await send())
  return answers
}

export const againstLibraries: Record<string, Attacker> = {
  zod: {
    beyond: [422],
    may: [201, 413],
    ready: async () => {
      const boss = await manager()
      const long = [filled(marks, 900_000), filled('ü', 900_000), filled('ب', 900_000), filled('a', maxOfBody)]
      const questions = (count: number, of: (at: number) => object) =>
        JSON.stringify({ name: label, definition: definitionOf(Array.from({ length: count }, (_, at) => of(at))) })
      // At the bound of parts of a form, and far beyond it.
      const dear = [maxElements, 15_000].flatMap(count => [
        questions(count, at => ({ type: 'text', id: `q${at}`, label, odd: 1, more: [1] })),
        questions(count, at => ({ type: 'text', id: `q${at}`, label })),
        questions(count, at => ({ type: at % 2 ? 'number' : 'none' })),
      ])
      const raw = (payload: string) => () => sendRaw(boss, '/api/form', 'application/json', payload)
      return each(
        [
          ...long.map(text => () => request(auth.login, { email: `a@${text}`, password }, null, { from: '10.61.1.1' })),
          ...long.map(text => () => boss.send(locations.create, { name: text, type: 'barn' })),
          ...long.map(text => () => boss.send(animals.create, { name: 'Cow', species: 'cattle', identifier: text })),
          ...dear.map(raw),
        ],
        2,
      )
    },
  },
  'openid-client, jose': {
    beyond: [503],
    may: [400, 403],
    ready: async () => {
      const [provider, farm] = [await lyingProvider(), await company()]
      await connected(provider, farm.id)
      const key = `company-${farm.id}`
      const browser: Browser = { cookie: undefined }
      const token = filled(`${btoa('{"alg":"RS256","kid":"own"}')}.e30.`, 7_900)
      const groups = Array.from({ length: 20_000 }, (_, at) => `group ${at}`)
      // More than is read of an answer, and as much as is.
      const comeBackWith = (claims: object) => async () => {
        const answer = provider.answerTo(await beginAt(key, browser), { sub: 'anna', ...claims })
        return { statusCode: (await comeBack(key, answer, browser)).status }
      }
      return each(
        [
          comeBackWith({ groups }),
          comeBackWith({ groups: groups.slice(0, 10_000) }),
          () => request(sso.logout, { key, logout_token: token }, null),
          () => request(sso.logout, { key, logout_token: filled('a.', 7_900) }, null),
        ],
        3,
      )
    },
  },
  'fastify, @fastify/cookie, @fastify/multipart, @fastify/proxy-addr, @fastify/static, helmet, ws': {
    beyond: [200],
    may: [206, 400, 404, 413, 415, 422],
    ready: async () => {
      const [{ app }, boss] = [await tend(), await manager()]
      const authorization = `Bearer ${boss.token}`
      const head = (headers: Record<string, string>, url = '/api/location') => {
        return () => app.inject({ method: 'GET', url, headers: { authorization, ...headers } })
      }
      const parts = filled('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n', maxOfBody)
      const multipart = (payload: string, type = 'multipart/form-data; boundary=x') => {
        return () => sendOverWire(boss, '/api/file', type, payload)
      }
      return each(
        [
          head({ cookie: filled('a=b; ', 15_000) }),
          head({ cookie: filled('a=%41%', 15_000) }),
          head({ 'accept-language': filled('hu;q=0.1,', 15_000) }),
          head({ 'accept-encoding': filled('br;q=0.1,', 15_000) }),
          head({ 'x-forwarded-for': filled('10.1.1.1,', 15_000) }),
          head({ 'if-none-match': filled('"a",', 15_000) }, '/'),
          head({ range: `bytes=${filled('0-1,', 15_000)}` }, '/'),
          head({}, `/api/location?${filled('a=b&', 15_000)}`),
          head({}, `/api/location?search=${filled('%CC%81%CC%A3', 15_000)}`),
          head({}, `/${filled('%2e%2e/', 15_000)}`),
          multipart(parts),
          multipart(filled('--x\r\n', maxOfBody)),
          multipart(filled('\r\n--', maxOfBody)),
          multipart(parts, `multipart/form-data; ${filled('a=b;', 12_000)} boundary=x`),
        ],
        3,
      )
    },
  },
  'ipaddr.js, lru-cache': {
    beyond: [404],
    may: [429],
    ready: async () => {
      const groups = () => Array.from({ length: 8 }, () => Math.floor(Math.random() * 65_536).toString(16)).join(':')
      const addresses = [groups, () => `::ffff:${[1, 2, 3, 4].map(() => Math.floor(Math.random() * 256)).join('.')}`]
      return () =>
        oneByOne(200, index => {
          const from = addresses[index % 2]?.() ?? '::1'
          return request(publicForms.get, { id: 1, token: filled('x', 40) }, null, { from })
        })
    },
  },
  '@fastify/compress': {
    beyond: [200],
    ready: async () => {
      const [{ app }, boss] = [await tend(), await manager()]
      const body = Object.fromEntries(locales.map(locale => [locale, filled('Shut the gates. ', 49_990)]))
      const { id } = await boss.call(guides.create, { title: { en: 'Long' }, body, default_language: 'en' })
      const headers = { authorization: `Bearer ${boss.token}` }
      const read = (encoding: string) => () =>
        app.inject({ method: 'GET', url: `/api/guide/${id}`, headers: { ...headers, 'accept-encoding': encoding } })
      return each(['br', 'gzip', 'deflate', 'zstd'].map(read), 5)
    },
  },
  'rrule-temporal, temporal-polyfill, dayjs': {
    beyond: [422],
    may: [200],
    ready: async () => {
      const boss = await manager()
      const zones = [
        'Africa/Casablanca',
        'Australia/Lord_Howe',
        'America/St_Johns',
        'Antarctica/Troll',
        'Asia/Kathmandu',
      ]
      const rules = [...dearRules, 'FREQ=HOURLY;COUNT=9999', 'FREQ=DAILY;UNTIL=99991231', filled('FREQ=DAILY;', 300)]
      return () =>
        oneByOne(60, index =>
          boss.send(tasks.preview, {
            recurrence: rules[index % rules.length] ?? '',
            starts_at: index % 2 ? '1900-01-01T02:30' : '2026-03-29T02:30',
            timezone: zones[index % zones.length] ?? 'UTC',
          }),
        )
    },
  },
  chardet: {
    beyond: [201, 422],
    may: [413, 503],
    ready: async () => {
      const bosses = await times(4, manager)
      const sent = [
        Buffer.alloc(9_000_000, 0xfb),
        Buffer.from(Array.from({ length: 500_000 }, (_, at) => (at % 7 ? 0x80 + (at % 127) : 0x0a))),
        Buffer.from(`Name;Species\n${filled('B\u0151zsi;cattle\n', 600_000)}`, 'latin1'),
        Buffer.concat([Buffer.alloc(60_000, 'a'), Buffer.alloc(60_000, 0xc3)]),
      ].map(content => fileOf('animals.csv', content))
      return () =>
        oneByOne(16, index =>
          (bosses[index % 4] as Person).send(imports.create, { type: 'animal' }, sent[(index >> 2) % 4]),
        )
    },
  },
  'file-type': {
    beyond: [415],
    may: [201, 413, 422],
    ready: async () => {
      const boss = await manager()
      const starts = [
        '504b0304140000000000',
        '494433040000007f7f7f7f',
        '1a45dfa3',
        '000000186674797069736f6d',
        '3026b2758e66cf11',
        '49492a0008000000ffff',
        '4d4d002a00000008ffff',
        '25504446',
        '3c3f786d6c20',
        'd0cf11e0a1b11ae1',
        '52494646',
        '4f676753',
        '89504e470d0a1a0a',
        'ffd8ffe1',
        'fffb',
        '47',
        '1f8b08',
        'fd377a585a00',
        '664c6143',
      ]
      const dear = starts.flatMap(start => {
        const head = Buffer.from(start, 'hex')
        return [Buffer.concat([head, Buffer.alloc(2_000_000)]), Buffer.alloc(2_000_000, head)]
      })
      return each(
        dear.map(content => () => boss.send(files.create, {}, fileOf('barn.jpg', content))),
        1,
      )
    },
  },
  '@node-rs/argon2': {
    beyond: [422],
    may: [429, 503],
    ready: async () => () =>
      oneByOne(80, index => {
        const secret = filled(index % 2 ? marks : 'ﷺ', 1_000)
        return request(auth.login, { email: `x${index}@example.test`, password: secret }, null, {
          from: `10.62.${index}.1`,
        })
      }),
  },
  'otpauth, uqr': {
    beyond: [422],
    may: [403, 404, 429],
    ready: async () => {
      const boss = await manager()
      const codes = [
        filled('١٢٣', 200),
        filled('ﷺ', 200),
        filled(marks, 200),
        filled('1', maxOfBody),
        filled('１-', 40),
      ]
      return each(
        codes.map(code => () => boss.send(me.confirmTwoFactor, { code })),
        6,
      )
    },
  },
  '@simplewebauthn/server': {
    beyond: [422],
    may: [410, 429],
    ready: async () => {
      const { recent, device } = await withPasskey(await (await company()).worker())
      const { options } = await recent.call(passkeys.start, {})
      const made = device.make(options)
      const long = (byte: string) => Buffer.from(byte.repeat(5_900), 'hex').toString('base64url')
      // Lists in lists, a map without an end, text that is none, and a key that is no point of its curve.
      const attestations = [long('81'), long('bf61'), long('7b'), long('00'), `${made.attestation.slice(0, -40)}AAAA`]
      return each(
        attestations.map(attestation => () => recent.send(passkeys.create, { name: 'Key', ...made, attestation })),
        12,
      )
    },
  },
  'scim2-parse-filter': {
    beyond: [400],
    may: [429],
    ready: async () => {
      const farm = await company()
      const key = await keyOf(await farm.manager(), farm.id, { access: 'scim' })
      const hard = ['('.repeat(1_000), 'not ('.repeat(200), 'userName eq "'.padEnd(1_000, '\\'), 'a['.repeat(500)]
      return each(
        hard.map(filter => () => callScim(key.token, 'GET', `/Users?filter=${encodeURIComponent(filter)}`)),
        20,
      )
    },
  },
  'nodemailer, i18next': {
    beyond: [201],
    may: [422, 429],
    ready: async () => {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const hard = ['{{name}}', '$t(users.guest)', '"<a@b>,', '=?utf-8?Q?', '🐄', marks, '\u202e', '(((', '؟ ']
      const place = async (name: string) => {
        const task = { title: filled(name, 200), assignees: [{ user_id: hand.id }], starts_at: '2026-11-28T08:00' }
        const made = await boss.send(tasks.create, { ...task, timezone: 'UTC' })
        const email = `${filled(`a${name.replace(/[^!#$%&'*+\-/=?^_`{|}~a-z]/g, '+')}`, 60)}@${filled('ü', 40)}.example`
        const asked = await boss.send(invites.create, { id: farm.id, email, role_id: 3000 })
        return [made, asked]
      }
      return async () => {
        const answers = (await oneByOne(hard.length, index => place(hard[index] ?? ''))).flat()
        await jobsDone()
        return answers
      }
    },
  },
  '@casl/ability': {
    beyond: [200, 422],
    ready: async () => {
      const farm = await company()
      const boss = await farm.manager()
      // No two rules are equal, because equal ones are applied once.
      const different = (rules: number, values: number) =>
        Array.from({ length: rules }, (_, rule) => ({
          ...{ action: ['read'], subject: 'Submission' },
          conditions: {
            status: 'complete',
            user_id: { $in: Array.from({ length: values }, (_, at) => 1_000_000 + rule * values + at) },
          },
        }))
      const { ofSubject, values, inAll } = maxRoleRules
      const greedy = () =>
        boss.send(roles.create, { name: 'Greedy', standing: 'above_employee', rules: different(inAll, 50) })
      const own = { action: ['read'], subject: 'Submission', conditions: { status: 'complete' } }
      const most = [...different(ofSubject - 1, Math.floor((values - ofSubject) / (ofSubject - 1))), own]
      const hand = await memberWith(farm, boss, most)
      const form = await publishedForm(boss)
      await times(20, async () => {
        const { id } = await begin(boss, form)
        await boss.call(submissions.complete, { id, answers: goodAnswers })
      })
      const list = () => hand.send(submissions.list, { per_page: 100 })
      return each(
        [
          () =>
            times(60, list).then(
              answers => answers.find(({ statusCode }) => statusCode !== 200) ?? { statusCode: 200 },
            ),
          greedy,
        ],
        3,
      )
    },
  },
  'drizzle-orm, pg, pg-boss, rate-limiter-flexible': {
    beyond: [200],
    may: [422],
    ready: async () => {
      const boss = await manager()
      const words = ['%', '_%', '\\', 'a ', 'é', marks, "''"].map(piece => filled(piece, 200).trim())
      const ids = Array.from({ length: 300 }, (_, at) => at + 1).join()
      return each(
        [
          ...words.map(search => () => boss.send(animals.list, { search, per_page: 100 })),
          ...words.map(search => () => boss.send(submissions.list, { search, answers_of: ids, per_page: 100 })),
        ],
        6,
      )
    },
  },
  piscina: { beyond: [503], may: [413, 422], ready: greedyWorkbooks },
  'expressions, patterns and templates': {
    beyond: [201],
    may: [413, 422],
    ready: async () => {
      const boss = await manager()
      const dear = [
        filled('1 + ', 19_990).replace(/ \+ ?$/, ''),
        `${'('.repeat(9_000)}1${')'.repeat(9_000)}`,
        filled("'a' and ", 19_990).replace(/ and ?.*$/, ''),
        filled('not(', 19_990),
        filled('if(1, ', 19_990),
        `regex(\${note}, '${filled('(a*)*', 1_000)}b')`,
        filled('-', 19_990),
        `'${filled('${note}', 19_000)}'`,
      ]
      const formOf = (question: object) => ({
        name: label,
        definition: definitionOf([
          { type: 'text', id: 'note', label },
          ...Array.from({ length: 50 }, (_, at) => ({ ...question, id: `q${at}` })),
        ]),
      })
      const bodies = [
        ...dear.map(calculate => formOf({ type: 'calculated', label, calculate })),
        ...dear.map(visible_if => formOf({ type: 'text', label, visible_if })),
        formOf({ type: 'text', label: { en: filled('${note}', 4_990) } }),
        formOf({ type: 'text', label: { en: filled('**a [b](c) ', 4_990) } }),
        formOf({ type: 'text', label: { en: filled(marks, 4_990) } }),
      ].map(body => JSON.stringify(body))
      return each(
        bodies.map(body => () => sendRaw(boss, '/api/form', 'application/json', body)),
        1,
      )
    },
  },
  'rich text of guides': {
    beyond: [201],
    may: [422],
    ready: async () => {
      const boss = await manager()
      const signs = [
        '**a ',
        '[a](b ',
        '> ',
        '- a\n',
        '| a | b |\n',
        '```\n',
        '&lt;',
        '![](',
        '<a ',
        '<!--',
        '1. a\n',
        '- [ ] ',
        '# a\n',
        '](/storage/',
        '\n    - ',
      ]
      const bodies = [...signs.map(sign => filled(sign, 49_990)), ...hardWords]
      return each(
        bodies.map(text => async () => {
          const body = Object.fromEntries(locales.map(locale => [locale, text]))
          return boss.send(guides.create, { title: { en: 'Dear' }, body, default_language: 'en' })
        }),
        1,
      )
    },
  },
  mentions: {
    beyond: [201],
    may: [413, 422],
    ready: async () => {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
      const texts = [
        ...hardWords,
        filled(`@${hand.name}`, 49_990),
        filled('@@', 49_990),
        filled('https://a.b/(', 49_990),
      ]
      return each(
        texts.map(text => () => boss.send(messaging.post, { id, message_text: text.slice(0, 10_000) })),
        5,
      )
    },
  },
  'registers and forms in files': {
    beyond: [200, 201],
    may: [413, 422, 429, 503],
    ready: async () => {
      const boss = await manager()
      const lines = (row: (at: number) => string, count: number) => Array.from({ length: count }, (_, at) => row(at))
      const csv = [
        [
          'Name;Species;Birth date;Breed',
          ...lines(at => `Cow ${at};cattle;${at % 28}.${at % 12}.2024;${filled('é', 90)}`, 600),
        ],
        ['Name;Species', ...lines(at => `${filled(marks, 190)}${at};cattle`, 300)],
        [filled('Name;', 900), ...lines(() => filled('1.234,5;', 900), 100)],
      ].map(all => fileOf('animals.csv', Buffer.from(all.join('\n'))))
      return async () => {
        const answers: Answered[] = []
        for (const file of csv) {
          const answer = await boss.send(imports.create, { type: 'animal' }, file)
          answers.push(answer)
          if (answer.statusCode !== 201) continue
          const { id, matching, key } = JSON.parse(answer.body).data
          answers.push(await boss.send(imports.run, { id, matching, key, is_trial: true }))
          await jobsDone()
        }
        return answers
      }
    },
  },
  'answers of a time stamp authority': {
    beyond: [422],
    ready: async () => {
      const nested = (tag: number) => {
        let der = Buffer.alloc(0)
        for (let depth = 0; depth < 12_000; depth++) {
          const size = der.length
          const length = size < 128 ? [size] : [0x82, size >> 8, size & 255]
          der = Buffer.concat([Buffer.from([tag, ...length]), der])
        }
        return der
      }
      const wide = Buffer.concat([Buffer.from([0x30, 0x83, 0, 250, 0]), Buffer.alloc(64_000, Buffer.from([5, 0]))])
      const answers = [nested(0x30), nested(0x31), wide, Buffer.alloc(64_000, 0x30)].map(one => new Uint8Array(one))
      const read = async (bytes: Uint8Array<ArrayBuffer>) => {
        try {
          partsOf(derOf(bytes))
          await stampOf(bytes, '00'.repeat(32))
          return { statusCode: 200 }
        } catch {
          return { statusCode: 422 }
        }
      }
      return () => oneByOne(40, index => read(answers[index % answers.length] as Uint8Array<ArrayBuffer>))
    },
  },
  'texts that are printed': {
    beyond: [201],
    may: [200, 202, 429],
    ready: async () => {
      const boss = await manager()
      const texts = [
        ...hardWords,
        filled('| a | b |\n', 49_990),
        filled('> - [ ] a\n', 49_990),
        filled('العربية abc ', 49_990),
      ]
      const written: number[] = []
      for (const text of texts) {
        const { id } = await boss.call(guides.create, {
          title: { en: 'Dear' },
          body: { en: text },
          default_language: 'en',
        })
        written.push(id)
      }
      const done = async (id: number): Promise<void> => {
        while (['waiting', 'working'].includes((await boss.call(documents.get, { id })).state))
          await new Promise(resolve => setTimeout(resolve, 50))
      }
      return async () => {
        const answers: Answered[] = []
        for (const record_id of written) {
          const answer = await boss.send(documents.begin, { kind: 'guide', record_id })
          answers.push(answer)
          if (answer.statusCode < 300) await done(JSON.parse(answer.body).data.id)
        }
        return answers
      }
    },
  },
  'answers of a form': {
    beyond: [422],
    may: [200, 400, 413],
    ready: async () => {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const form = await publishedForm(boss)
      const { id } = await begin(hand, form)
      const values = [filled(marks, 100_000), filled('1', 100_000), { lat: 1 }, [[[[1]]]], filled('\u0000', 1_000)]
      const bodies = values.map(value => ({
        answers: Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`q${at}`, { value }])),
      }))
      return each(
        bodies.map(
          body => () => sendRaw(hand, `/api/form/submission/${id}/complete`, 'application/json', JSON.stringify(body)),
        ),
        4,
      )
    },
  },
}
