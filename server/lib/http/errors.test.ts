import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { companies } from '../../companies/table.ts'
import { publishedForm } from '../../test/forms.ts'
import { company, platform } from '../../test/people.ts'
import { begin } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { describeError } from '../log.ts'
import { answerErrors } from './errors.ts'

const secret = 'select * from users where password = hunter2'
const logged: string[] = []
const log = new Writable({
  write: (line, _, done) => {
    logged.push(String(line))
    done()
  },
})
const broken = Fastify({ logger: { level: 'error', stream: log, serializers: { err: describeError } } })

beforeAll(async () => {
  answerErrors(broken, (await tend()).services)
  broken.get('/broken', async () => {
    throw Object.assign(new Error(secret), { statusCode: 500, detail: secret })
  })
  broken.get('/failed-query', () =>
    platform(db => db.insert(companies).values({ name: 'Confidential Farm', timeZone: null as never })),
  )
  broken.get('/standby', async () => {
    const refusal = new Error('cannot set transaction read-write mode during recovery')
    throw new Error('Failed query', { cause: Object.assign(refusal, { code: '0A000' }) })
  })
  await broken.ready()
})
afterAll(() => broken.close())
beforeEach(() => {
  logged.length = 0
})

test('an unforeseen error is a 500 whose cause is in the log alone', async () => {
  const answer = await broken.inject('/broken?lang=de')

  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ code: 'internal', message: expect.any(String) })
  expect(answer.payload).not.toContain('password')
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ reqId: expect.any(String), err: { message: secret } })
})

test('while the database moves to another machine clients are told when to come back', async () => {
  const answer = await broken.inject('/standby')

  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
})

test('the log says which query failed, and not with whose data', async () => {
  expect((await broken.inject('/failed-query')).statusCode).toBe(500)

  expect(JSON.parse(logged[0] ?? '').err).toMatchObject({
    message: expect.stringContaining('insert into "companies"'),
    cause: { code: '23502', message: expect.stringContaining('time_zone') },
  })
  expect(logged.join()).not.toContain('Confidential')
})

test('unreadable input is the caller’s mistake', async () => {
  const { app } = await tend()
  const boss = await (await company()).manager()
  const post = async (payload: string | Buffer, type = 'application/json', url = '/api/location') => {
    const headers = { authorization: `Bearer ${boss.token}`, 'content-type': type }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    return [answer.statusCode, answer.json().code]
  }

  expect(await post('{"name":')).toEqual([400, 'malformed'])
  expect(await post('[]')).toEqual([400, 'malformed'])
  expect(await post('"text"')).toEqual([400, 'malformed'])
  expect(await post('null')).toEqual([422, 'invalid'])
  expect(await post('{"__proto__": {"name": "x"}}')).toEqual([400, 'malformed'])
  expect(await post('{"name": "\\ud800", "type": "barn"}')).toEqual([400, 'malformed'])
  expect(await post('<name/>', 'text/xml')).toEqual([415, 'wrong_content_type'])
  expect(await post(Buffer.alloc(3 * 1024 * 1024, 'x'))).toEqual([413, 'too_large'])
  expect(await post('{}', 'application/json', '/api/nowhere')).toEqual([404, 'not_found'])
  for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999', '%00', `${2 ** 31}`]) {
    const answer = await boss.send(locations.get, { id })
    expect([400, 404, 422], `${id}: ${answer.body}`).toContain(answer.statusCode)
  }
})

test('a refusal speaks the language that the request asks for, and English for one that is not offered', async () => {
  const { app } = await tend()
  const message = async (lang: string) => (await app.inject(`/api/auth/user?lang=${lang}`)).json().message
  const texts = await Promise.all(['en', 'hu', 'de', 'fr', 'ar'].map(message))

  expect(new Set(texts).size).toBe(5)
  expect(texts[0]).toBe('Please sign in.')
  expect(await message('xx')).toBe('Please sign in.')
  expect(await message('de-AT')).toBe(texts[2])
})

test('a number that reading would change is refused by name; decimals of sensors are kept', async () => {
  const { app } = await tend()
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, {
    schema: 1,
    default_language: 'en',
    sections: [
      {
        id: 'all',
        title: { en: 'All' },
        questions: [
          { id: 'tag', type: 'number', label: { en: 'Tag' } },
          { id: 'at', type: 'place', label: { en: 'Where' } },
        ],
      },
    ],
  })
  const draft = await begin(boss, form)
  const save = async (answers: string) => {
    const headers = { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' }
    const payload = `{"answers": ${answers}}`
    const answer = await app.inject({
      method: 'POST',
      url: `/api/form/submission/${draft.id}/complete`,
      headers,
      payload,
    })
    return [answer.statusCode, answer.json().errors ?? answer.json().data?.answers]
  }

  for (const number of ['100000000000000001', '12345678901234567', '1.00000000000000001', '1234567890.123456789'])
    expect(await save(`{"tag": {"value": ${number}}}`)).toEqual([422, { value: [expect.stringContaining('15')] }])
  expect(await save('{"tag": {"value": 1234567890123456}}')).toEqual([
    422,
    { 'answers.tag': [expect.stringContaining('15')] },
  ])
  const answers =
    '{"tag": {"value": 123456789012.345}, "at": {"value": {"latitude": 47.49790000000000276, "longitude": ' +
    '19.040235123456}}}'
  expect(await save(answers)).toEqual([200, JSON.parse(answers)])
})
