/** What the world makes of /api/openapi.json: a linter finds no error, and a generated client works. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, withPassword } from '#server/test/accounts.ts'
import { publishedForm } from '#server/test/forms.ts'
import { keyOf } from '#server/test/keys.ts'
import { company } from '#server/test/people.ts'
import { address } from '#server/test/sockets.ts'
import { sendTask } from '#server/test/tasks.ts'
import { tend } from '#server/test/tend.ts'
import { animals } from '#shared/animals/contract.ts'
import { roles } from '#shared/lib/roles.ts'

const kilobytes = 1000
let source: string
let folder: string

beforeAll(async () => {
  const { app } = await tend()
  source = (await app.inject('/api/openapi.json')).body
  folder = await mkdtemp(join(tmpdir(), 'tend-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What 605 kB were for 436 calls: a new call may cost as much as the others do. */
const bytesPerCall = 1_387

test('the description has at most 1.4 kB a call or event, and no error by the rules of Redocly', async () => {
  const { paths, webhooks = {} } = JSON.parse(source)
  const methods = [...Object.values(paths), ...Object.values(webhooks)].flatMap(path => Object.keys(path as object))
  const calls = methods.filter(method => method !== 'parameters').length
  expect(source.length).toBeLessThanOrEqual(bytesPerCall * calls)
  const found = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) })
  expect(found.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
})

test('a client generated from it has at most 400 kB of types, compiles, and walks the main loop', async () => {
  const types = await generated({ generateClient: false })
  expect(types.length).toBeLessThanOrEqual(400 * kilobytes)
  await writeFile(join(folder, 'client.ts'), await generated({ generateClient: true }))
  for (const walk of ['clientWalk.ts', 'clientMirror.ts'])
    await copyFile(join(import.meta.dirname, '../../test/openapi', walk), join(folder, walk))
  expect(await compile(folder)).toBe('')

  const { walk } = await import(join(folder, 'clientWalk.ts'))
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await sendTask(boss, hand, { form_id: (await publishedForm(boss)).id })
  const submission = await walk(await address(), { email: (await withPassword(hand)).email, password })
  expect(submission).toMatchObject({
    ...{ status: 'complete', score_percent: 50, critical_failed: 1 },
    tasks: [{ question_id: 'lame', is_completed: false }],
  })
})

test('the same client keeps a copy of a list with a key, writes, and hears of it', async () => {
  const { mirror } = await import(join(folder, 'clientMirror.ts'))
  const farm = await company()
  const boss = await farm.manager()
  for (let n = 0; n < 7; n++) await boss.call(animals.create, { name: `Ewe ${n}`, species: 'sheep' })
  const [{ id: gone } = { id: 0 }] = (await boss.call(animals.list, {})).data
  await boss.call(animals.remove, { id: gone })
  const key = await keyOf(boss, farm.id, { role_id: roles.manager })
  const copy: Map<number, { name: string }> = await mirror(await address(), {
    ...{ key: key.token, companyId: farm.id, name: 'Goat of the program' },
  })
  const { data } = await boss.call(animals.list, { per_page: 100 })
  expect([...copy.values()].map(({ name }) => name).sort()).toEqual(data.map(({ name }) => name).sort())
  expect(data.map(({ name }) => name)).toContain('Goat of the program')
})

/** What the generator makes of the description: the types alone, or the client with them. */
async function generated(what: { generateClient: boolean }): Promise<string> {
  const { files } = await generateApi({
    ...what,
    spec: JSON.parse(source),
    output: false,
    silent: true,
    fileName: 'client.ts',
    moduleNameFirstTag: true,
    defaultResponseAsSuccess: false,
  })
  const [file] = files
  if (!file) throw new Error('Nothing was generated.')
  return file.fileContent
}

/** What the compiler has to say; nothing where all fits. */
async function compile(folder: string): Promise<string> {
  const settings = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--types',
    '',
  ]
  const module = ['--target', 'es2024', '--module', 'preserve', '--lib', 'es2024,dom,dom.iterable']
  const args = [
    'node_modules/typescript/bin/tsc',
    ...settings,
    ...module,
    join(folder, 'clientWalk.ts'),
    join(folder, 'clientMirror.ts'),
  ]
  return promisify(execFile)(process.execPath, args).then(
    () => '',
    error => error.stdout,
  )
}
