import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import type { SettingName } from '#shared/lib/settingNames.ts'
import { health } from '#shared/system/health.ts'
import { trustOf } from '../lib/network/network.ts'
import { startTend } from '../start.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { address } from '../test/sockets.ts'
import { tend } from '../test/tend.ts'

let root: Person
let before: object
beforeAll(async () => {
  root = await admin()
  before = { ...(await tend()).services.config }
})
afterEach(async () => {
  await platform(db => db.execute(sql`delete from platform_settings`))
  const { services } = await tend()
  await services.settings.reload()
  Object.assign(services.config, before)
  // Other tests find their mails as files.
  services.mailer.use({ smtpUrl: undefined, from: services.config.mailFrom, folder: `${services.config.dataDir}/mail` })
})

const change = (values: Partial<Record<SettingName, string | null>>, options?: Parameters<Person['call']>[2]) =>
  root.call(health.changeSettings, changes(values), options)
const refused = (values: Partial<Record<SettingName, string | null>>, options?: Parameters<Person['call']>[2]) =>
  root.refused(health.changeSettings, changes(values), options)
const changes = (values: Partial<Record<SettingName, string | null>>) => ({
  changes: Object.entries(values).map(([name, value]) => ({ name: name as SettingName, value })),
})
const settingOf = async (name: SettingName) => (await root.call(health.get, {})).settings.find(one => one.name === name)

/** A mail server that lets one account in. */
async function openMailServer(account: { user: string; password: string }) {
  const received: { from: string; to: string[] }[] = []
  const server = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, logger: false },
    onAuth: ({ username, password }, _, done) =>
      username === account.user && password === account.password
        ? done(null, { user: username })
        : done(new Error('No')),
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      stream.resume().on('end', () => {
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { port, received, close: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

test('who may register is set on the page, counts at once on other nodes too, and is in the log', async () => {
  const { ownerUrl, services } = await tend()
  const other = await startTend({ ...services.config, given: { ...services.config.given, PORT: '0' } }, ownerUrl, {
    worksJobs: false,
  })
  try {
    expect(await settingOf('REGISTRATION')).toMatchObject({ value: 'open', from: 'default' })
    await change({ REGISTRATION: 'invitation' })
    expect(await settingOf('REGISTRATION')).toMatchObject({ value: 'invitation', from: 'page', needs_restart: false })
    expect((await root.call(auth.options, {})).registration).toBe('invitation')
    await expect.poll(() => other.services.config.registration).toBe('invitation')
    await change({ REGISTRATION: null })
    expect(await settingOf('REGISTRATION')).toMatchObject({ value: 'open', from: 'default' })
    await expect.poll(() => other.services.config.registration).toBe('open')
  } finally {
    await other.stop()
  }
  const { data } = await root.call(auditLog.list, { action: 'settings.changed' })
  expect(data[0]).toMatchObject({ actor: { id: root.id }, company_id: null, details: { fields: 'registration' } })
})

test('only the platform’s admins see or change settings', async () => {
  const farm = await company()
  for (const person of [await farm.manager(), await farm.worker(), await farm.guest()]) {
    expect(await person.refused(health.get, {})).toMatchObject({ status: 403 })
    expect(await person.refused(health.changeSettings, changes({ REGISTRATION: 'off' }))).toMatchObject({ status: 403 })
  }
})

test('a mail server is tried before it is kept, and its password is encrypted and never shown', async () => {
  const { services } = await tend()
  const mail = await openMailServer({ user: 'tend', password: 'correct horse' })
  try {
    const wrong = await refused({ SMTP_URL: `smtp://tend:wrong@127.0.0.1:${mail.port}` })
    expect(wrong).toMatchObject({ status: 422, errors: { SMTP_URL: [expect.stringContaining('535')] } })
    expect((await refused({ SMTP_URL: 'smtp://127.0.0.1:1' })).errors?.SMTP_URL?.[0]).toContain('ECONNREFUSED')

    await change({
      SMTP_URL: `smtp://tend:correct%20horse@127.0.0.1:${mail.port}`,
      MAIL_FROM: 'tend <tend@farm.example>',
    })
    expect(services.config.smtpUrl).toContain('correct')
    await services.mailer.send({ to: 'anna@farm.example', subject: 'Hello', text: 'Hello', html: 'Hello' })
    expect(mail.received).toMatchObject([{ from: 'tend@farm.example', to: ['anna@farm.example'] }])

    expect(await settingOf('SMTP_URL')).toMatchObject({ value: `smtp://tend@127.0.0.1:${mail.port}`, is_set: true })
    const { rows } = await platform(db => db.execute(sql`select * from platform_settings where name = 'SMTP_URL'`))
    expect(rows[0]).toMatchObject({ value: null })
    expect(String(rows[0]?.sealed)).not.toContain('horse')
    expect((await stat(join(services.config.dataDir, 'settings.key'))).mode & 0o777).toBe(0o600)

    // The page does not know the password: the same account keeps it, another server does not get it.
    await change({ SMTP_URL: `smtp://tend@127.0.0.1:${mail.port}/?name=farm` })
    expect(services.config.smtpUrl).toContain('correct')
    expect(await refused({ SMTP_URL: `smtp://tend@localhost:${mail.port}` })).toMatchObject({ status: 422 })
    expect(services.config.smtpUrl).toContain('127.0.0.1')
  } finally {
    await mail.close()
  }
})

test('a secret that another key encrypted is named, counts as not set, and is set again', async () => {
  const { services } = await tend()
  await change({ BACKUP_PASSPHRASE: 'twelve signs and more' })
  expect(await settingOf('BACKUP_PASSPHRASE')).toMatchObject({ value: null, is_set: true, is_unused: false })
  services.config.settingsSecret = 'another secret of thirty two letters'
  expect(await settingOf('BACKUP_PASSPHRASE')).toMatchObject({ is_set: false, is_unused: true })
  await change({ BACKUP_PASSPHRASE: 'twelve signs again' })
  expect(await settingOf('BACKUP_PASSPHRASE')).toMatchObject({ value: null, is_set: true, is_unused: false })
})

test('the environment wins, of settings that belong together with all of them', async () => {
  const { services } = await tend()
  expect(await settingOf('BACKUP_HOUR')).toMatchObject({ value: 'off', from: 'environment' })
  expect(await refused({ BACKUP_HOUR: '4' })).toMatchObject({
    status: 422,
    errors: { BACKUP_HOUR: [expect.any(String)] },
  })
  services.config.given = { ...services.config.given, S3_REGION: 'eu-central-1' }
  expect((await refused({ S3_ACCESS_KEY_ID: 'an-id' })).errors).toHaveProperty('S3_ACCESS_KEY_ID')
})

test('an address is kept where this browser is at it, or this tend answers at it, and nowhere else', async () => {
  const { services } = await tend()
  const stranger = createServer((_, answer) => answer.end('{"data":{"public_key":"another"}}')).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const own = await address()
  try {
    const elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    expect((await refused({ PUBLIC_URL: elsewhere })).errors).toHaveProperty('PUBLIC_URL')
    expect((await refused({ PUBLIC_URL: 'http://127.0.0.1:1' })).errors?.PUBLIC_URL?.[0]).toContain('bad port')
    expect((await refused({ PUBLIC_URL: 'https://farm.example/tend' })).errors).toHaveProperty('PUBLIC_URL')
    expect(services.config.publicUrl).toBeUndefined()
    await change({ PUBLIC_URL: own })
    expect(services.address('/system')).toBe(`${own}/system`)
    await change({ PUBLIC_URL: 'https://tend.example' }, { headers: { origin: 'https://tend.example' } })
    expect(services.address('/system')).toBe('https://tend.example/system')
  } finally {
    stranger.close()
  }
})

test('a proxy is trusted at once, and a word that is no address is refused', async () => {
  expect((await refused({ TRUST_PROXY: 'my proxy' })).errors).toHaveProperty('TRUST_PROXY')
  await change({ TRUST_PROXY: 'true' })
  const { services } = await tend()
  expect(trustOf(services.config)('127.0.0.1', 0)).toBe(true)
})

test('a folder is tried by writing, and files are to be there before they are looked for there', async () => {
  const { services } = await tend()
  const folder = await mkdtemp(join(tmpdir(), 'tend-settings-'))
  try {
    expect((await refused({ BACKUP_DIR: 'backups' })).errors).toHaveProperty('BACKUP_DIR')
    expect((await refused({ BACKUP_DIR: '/proc/backups' })).errors).toHaveProperty('BACKUP_DIR')
    const inFile = join(services.config.dataDir, 'settings.key', 'backups')
    expect((await refused({ BACKUP_DIR: inFile })).errors?.BACKUP_DIR?.[0]).toContain('ENOTDIR')
    expect((await refused({ BACKUP_DIR: 's3://farm/backups' })).errors).toHaveProperty('BACKUP_DIR')
    await change({ BACKUP_DIR: folder })
    // The log of the database goes there too, which is begun at the start.
    expect(await settingOf('BACKUP_DIR')).toMatchObject({ value: folder, from: 'page', needs_restart: true })
    await change({ BACKUP_DIR: null })

    const farm = await company()
    const uuid = randomUUID()
    await platform(db =>
      db.execute(sql`insert into files (company_id, user_id, uuid, path, name, content_type, size, sha256)
        values (${farm.id}, ${root.id}, ${uuid}, ${`settings/${uuid}`}, 'a.png', 'image/png', 1, 'none')`),
    )
    expect((await refused({ FILES_STORAGE: folder })).errors?.FILES_STORAGE?.[0]).toContain('tend move files')
    await platform(db => db.execute(sql`delete from files where company_id = ${farm.id}`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('what needs a restart says so until then, and takes effect at the next start', async () => {
  const { ownerUrl, services } = await tend()
  const folder = fileURLToPath(new URL('../test/tls/', import.meta.url))
  const pair = { TLS_CERT: `${folder}cert.pem`, TLS_KEY: `${folder}key.pem` }
  expect((await refused({ ...pair, TLS_KEY: `${folder}none.pem` })).errors).toHaveProperty('TLS_KEY')
  const behind = { headers: { 'x-forwarded-proto': 'https' } }
  expect((await refused(pair, behind)).errors).toHaveProperty('TLS_CERT')
  await change(pair)
  expect(await settingOf('TLS_CERT')).toMatchObject({ from: 'page', needs_restart: true })
  expect(services.config.tls).toBeUndefined()
  const next = await startTend({ ...services.config }, ownerUrl, { worksJobs: false })
  try {
    expect(next.services.config.tls?.cert.toString()).toContain('BEGIN CERTIFICATE')
  } finally {
    await next.stop()
  }
})

test('settings that cannot be used keep no tend from starting, and the command says where each is from', async () => {
  const { ownerUrl, services } = await tend()
  await platform(db => db.execute(sql`insert into platform_settings (name, value) values ('REGISTRATION', 'perhaps')`))
  const next = await startTend({ ...services.config }, ownerUrl, { worksJobs: false })
  expect(next.services.settings.fault).toContain('REGISTRATION')
  await next.stop()
  await platform(db => db.execute(sql`update platform_settings set value = 'off'`))

  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATABASE_URL: ownerUrl, DATA_DIR: services.config.dataDir, LOG_LEVEL: 'error' }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, '--json', 'config'], { env })
  const told = (name: string) => JSON.parse(stdout).settings.find((setting: { name: string }) => setting.name === name)
  expect(told('REGISTRATION')).toMatchObject({ value: 'off', from: 'page' })
  expect(told('LOG_LEVEL')).toMatchObject({ value: 'error', from: 'environment' })
  expect(told('MAIL_FROM')).toMatchObject({ from: 'default' })
}, 120_000)
