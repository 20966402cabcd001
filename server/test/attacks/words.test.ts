/** Words and text files that are expensive to read by patterns; `testing/dearWords.test.ts` has them one by one. */
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { forms } from '#shared/forms/contract.ts'
import { processorTime } from '#testing/processorTime.ts'
import { password } from '../accounts.ts'
import { company, request } from '../people.ts'
import { tend } from '../tend.ts'
import { fileOf, oneByOne } from './attacking.ts'
import { expectOthersServed, waitedDuring } from './innocents.ts'

test('names of a stranger that are long and of signs that nobody sees hold nobody up', async () => {
  const person = { email: 'signs@farm.example', password }
  const name = `a${'\u200c'.repeat(600_000)}a`
  const waited = await waitedDuring(() => oneByOne(5, () => request(auth.register, { ...person, name }, null)))
  expect(new Set(waited.statuses)).toEqual(new Set([422]))
  expectOthersServed('5 names of 600,000 signs', waited)
})

test('lists of people to invite delay nobody, with any content', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const texts = [' ', '@', 'a', '"'].map(sign => `<a@b> ${sign.repeat(90_000)} <a@b>`)
  const send = (index: number) =>
    boss.send(invites.createMany, { id: farm.id, role_id: 3000, text: texts[index % texts.length] ?? '' })
  const waited = await waitedDuring(() => oneByOne(8, send))
  expectOthersServed('8 lists of 90,000 signs', waited)
})

test('files of tables delay nobody, with any content', async () => {
  const boss = await (await company()).manager()
  const files = [
    `"${'a""'.repeat(200)}\n"`,
    'x'.repeat(10_000_000),
    `a,b\n"${'\n,'.repeat(2_000_000)}`,
    `a${'"'.repeat(300_000)}`,
  ]
  const send = (index: number) =>
    boss.send(forms.addTable, { uuid: crypto.randomUUID() }, fileOf('table.csv', Buffer.from(files[index] ?? '')))
  const waited = await waitedDuring(() => oneByOne(files.length, send))
  expect(waited.statuses).toEqual([422, 422, 422, 422])
  expectOthersServed('4 files of quotation marks', waited)
})

test('numbers of very many zeros hold nobody up, in a body of a stranger', async () => {
  const { app } = await tend()
  const zeros = '0'.repeat(1_000_000)
  const numbers = [`1${zeros}1`, `0.1${zeros}1`, `1${zeros}1e5`, `0.${zeros}1`]
  const send = (index: number) =>
    app.inject({
      ...{ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' } },
      payload: `{"email":"a@b.example","password":"x","value":${numbers[index]}}`,
    })
  const waited = await waitedDuring(() => oneByOne(numbers.length, send))
  expect(new Set(waited.statuses)).toEqual(new Set([422]))
  expectOthersServed('4 numbers of a million zeros', waited)
})

const headers = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie', 'forwarded', 'host'],
  ...['idempotency-key', 'if-match', 'if-none-match', 'if-range', 'origin', 'range', 'referer', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-language', 'x-request-id'],
]
const repeated = [
  ' ',
  ',',
  ';',
  '=',
  '"',
  'a',
  '1',
  '/',
  '.',
  '-',
  ', ',
  '; ',
  ';q=',
  'a=1; ',
  '1-2,',
  '::',
  '%41',
  '\\"',
]

test('no header of a stranger is dear to read', async () => {
  const { app } = await tend()
  const slow: string[] = []
  for (const url of ['/api/health', '/api/animal', '/assets/app-1a.js', '/storage/1/2026/11/a.jpg', '/']) {
    for (const name of headers)
      for (const sign of repeated) {
        const value = `gzip${sign.repeat(Math.floor(15_000 / sign.length))}x`
        const began = processorTime()
        await app.inject({ url, headers: { [name]: value } })
        const took = processorTime() - began
        if (took > 200) slow.push(`${Math.round(took)} ms for ${name} of ${JSON.stringify(sign)} at ${url}`)
      }
  }
  expect(slow).toEqual([])
}, 300_000)
