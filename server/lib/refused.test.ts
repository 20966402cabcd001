/**
 * An error that is no refusal never turns into an answer: what cannot be asked is not missing, not forbidden and not
 * empty.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { files } from '#shared/files/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { views } from '#shared/views/contract.ts'
import { fetchFile } from '../test/files.ts'
import { company } from '../test/people.ts'
import { photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'

/** From now on the database answers nothing that is asked in these words. */
function losing(words: RegExp): void {
  const original = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text: string }).text
    if (words.test(text)) return Promise.reject(new Error('Connection terminated unexpectedly')) as never
    return (original as (...parameters: unknown[]) => never).apply(this, asked)
  })
  onTestFinished(() => spy.mockRestore())
}

/**
 * Rejections are ignored only where nobody waits: a connection that closes, a pause that ends early, abandoned work;
 * and while PostgreSQL recovers, which answers nobody; a drawing that failed is drawn again by who asks next. Who reads
 * the rows of a backup hears of an error at the end that is read. The library of passkeys throws for a wrong answer,
 * what a provider did not describe is asked for again, and a file of hosts that cannot be read names nobody.
 */
const forgotten = [
  ...['server/lib/http/health.ts', 'server/lib/concurrency/threads.ts', 'server/lib/files/storage.ts'],
  ...['server/submissions/exports/module.ts', 'server/lib/jobs/deliveries.ts', 'server/guides/ready/commands.ts'],
  ...['server/lib/files/pictureWork.ts', 'server/lib/files/s3Storage.ts', 'server/lib/versions/update.ts'],
  ...['server/lib/backup/restore.ts', 'server/lib/backup/restoreMoment.ts', 'server/lib/backup/restoreCompany.ts'],
  ...['server/lib/backup/backUp.ts', 'server/accounts/passkeySignIn.ts', 'server/accounts/passkeys.ts'],
  ...['server/accounts/sso/provider.ts', 'server/passes/files.ts', 'server/lib/network/addressesOf.ts'],
]

test('no file of the server catches every error as an answer', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    path => !/\.test\.ts$|^server\/(test|seeds)\/|\/lib\/(postgres|nodes|processes)\//.test(path),
  )
  expect(files.length).toBeGreaterThan(400)
  const catching = files.filter(path => catchesAll.test(readFileSync(`${root}/${path}`, 'utf8')))
  expect(catching.sort()).toEqual(forgotten.sort())
})

/** A handler of errors that does not look at them: `.catch(() => …)`, or the second one of `.then`. */
const catchesAll = /\.catch\((async )?\(\) =>|\.then\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*,\s*(async )?\(\) =>/

test('an answer to every error is seen in each way in which it is written', () => {
  for (const line of ['a.catch(() => null)', 'a.then(show, () => null)', 'a.then(({ rows }) => f(rows), () => [])'])
    expect(catchesAll.test(line), line).toBe(true)
  for (const line of ['a.catch(whereRefused(() => null))', 'a.then(() => null)', 'a.then(show, error => log(error))'])
    expect(catchesAll.test(line), line).toBe(false)
})

test('a lost database does not look like a channel that is forbidden, nor a view that is not there', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'private', user_ids: [hand.id] })
  const view = await boss.call(views.create, { list: 'animals', name: 'Sheep', filters: {}, columns: null })
  const { app, services } = await tend()
  services.log.level = 'silent'
  onTestFinished(() => {
    services.log.level = 'error'
  })
  losing(/from "(conversations|list_views)"/)
  const asked = await app.inject({
    ...{ method: 'POST', url: '/broadcasting/auth', headers: { authorization: `Bearer ${boss.token}` } },
    payload: { socket_id: '1.1', channel_name: `private-company.${farm.id}.conversation.${id}` },
  })
  expect(asked.statusCode).toBeGreaterThanOrEqual(500)
  expect(await boss.refused(views.set, { list: 'animals', default_view_id: view.id })).toMatchObject({ status: 503 })
})

test('a file that cannot be opened now is not one that is gone', async () => {
  const hand = await (await company()).worker()
  const { path } = await hand.call(files.create, {}, { file: { name: 'ear.jpg', content: await photo() } })
  expect((await fetchFile(path, hand)).statusCode).toBe(200)
  const { services } = await tend()
  const { size } = services.storage
  services.log.level = 'silent'
  services.storage.size = () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
  onTestFinished(() => {
    services.storage.size = size
    services.log.level = 'error'
  })
  expect((await fetchFile(path, hand)).statusCode).toBe(500)
})
