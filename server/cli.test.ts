import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { twoFactors } from './accounts/sessionTable.ts'
import { versionOf } from './lib/config/config.ts'
import { password, signInWith, withPassword } from './test/accounts.ts'
import { admin, company, platform, request } from './test/people.ts'
import { tend } from './test/tend.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))

/** How the command ended, and what it wrote. */
async function run(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const { ownerUrl, services } = await tend()
  const env = { PATH: process.env.PATH, DATABASE_URL: ownerUrl, DATA_DIR: services.config.dataDir, ...environment }
  return promisify(execFile)(process.execPath, [cli, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: stderr }),
  )
}

test('an administrator who has lost the password gets a link from the command, which the log names', async () => {
  const [boss, other] = [await withPassword(await admin()), await admin()]
  const { code, text } = await run({ PUBLIC_URL: 'https://tend.farm.example' }, '--json', 'admin', 'link', boss.email)
  expect(code).toBe(0)
  const { address, email } = JSON.parse(text)
  expect(email).toBe(boss.email)
  const [, token = ''] = address.match(/^https:\/\/tend\.farm\.example\/auth\/reset-password\/([^/]+)\//) ?? []
  const another = 'staple of another battery'
  expect((await request(auth.resetPassword, { email, token, password: another }, null)).statusCode).toBe(200)
  expect((await signInWith(email, another)).status).toBe(200)
  expect((await request(auth.resetPassword, { email, token, password }, null)).statusCode).toBe(410)

  const { data } = await other.call(auditLog.list, { action: 'password.link_shown' })
  expect(data.filter(({ cause }) => cause === 'command_line')).toContainEqual(
    expect.objectContaining({ actor: null, subject_type: 'User', subject_id: boss.id }),
  )
})

test('the command makes no link for somebody who is no administrator', async () => {
  const hand = await (await company()).worker()
  expect(await run({}, 'admin', 'link', hand.email)).toEqual({
    code: 1,
    text: `No administrator has the address ${hand.email}.\n`,
  })
})

test('a second factor that is lost is turned off by the command, and the password stays', async () => {
  const hand = await withPassword(await (await company()).worker())
  await platform(db =>
    db.insert(twoFactors).values({ userId: hand.id, sealed: Buffer.from('lost'), confirmedAt: new Date() }),
  )
  expect((await signInWith(hand.email, password)).data).toHaveProperty('two_factor')
  expect(await run({}, 'admin', 'second-factor-off', hand.email)).toMatchObject({ code: 0 })
  expect((await signInWith(hand.email, password)).data).toMatchObject({ user: { id: hand.id } })
  expect(await run({}, 'admin', 'second-factor-off', hand.email)).toMatchObject({
    code: 1,
    text: `${hand.email} has no second factor.\n`,
  })
  expect(await platform(db => db.select().from(twoFactors).where(eq(twoFactors.userId, hand.id)))).toEqual([])
})

test('the settings are printed as they take effect, each with where it is from, and no secret', async () => {
  const given = { SMTP_URL: 'smtps://anna:very-secret@host.example', METRICS_TOKEN: 'very-secret-token', PORT: '8080' }
  const { text } = await run(given, '--json', 'config')
  expect(text).not.toContain('very-secret')
  const { settings } = JSON.parse(text)
  expect(settings).toContainEqual({ name: 'PORT', value: '8080', from: 'environment' })
  expect(settings).toContainEqual({ name: 'HOST', value: '127.0.0.1', from: 'default' })
  expect(settings).toContainEqual({
    name: 'SMTP_URL',
    value: 'smtps://anna:hidden@host.example',
    from: 'environment',
  })
  expect(settings).toContainEqual({ name: 'METRICS_TOKEN', value: '(hidden)', from: 'environment' })
})

test('each command has an example in its help', async () => {
  const { text } = await run({}, '--help')
  const names = [...text.matchAll(/^ {2}([a-z]+)(?: \[| <| {2,})/gm)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['start', 'demo', 'backup', 'restore', 'doctor', 'config', 'version']))
  const commands = names.filter(name => !['help', 'admin', 'move'].includes(name)).map(name => [name])
  const inGroups = [
    ['admin', 'link'],
    ['admin', 'second-factor-off'],
    ['move', 'files'],
  ]
  // At once: each takes seconds to start where others work beside it.
  const helps = await Promise.all([...commands, ...inGroups].map(words => run({}, ...words, '--help')))
  for (const { text: help } of helps) expect(help).toMatch(/Example:\n {2}.*tend /)
})

test('the version is that of tend, with the Node that runs it', async () => {
  expect(JSON.parse((await run({}, 'version', '--json')).text)).toEqual({
    version: versionOf(),
    node: process.versions.node,
  })
})
