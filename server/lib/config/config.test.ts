import { expect, test } from 'vitest'
import { describeSettings, readConfig } from './config.ts'

const read = (environment: NodeJS.ProcessEnv, demo = false) => readConfig(environment, { demo, version: '1.0.0' })

test("Pusher's HTTP API is open in the demo, and elsewhere only where the settings say so", () => {
  expect(read({}).pusher.httpApi).toBe(false)
  expect(read({}, true).pusher.httpApi).toBe(true)
  expect(read({ PUSHER_HTTP_API: 'on' }).pusher.httpApi).toBe(true)
  expect(read({ PUSHER_HTTP_API: 'off' }, true).pusher.httpApi).toBe(false)
  expect(() => read({ PUSHER_HTTP_API: 'perhaps' })).toThrow('PUSHER_HTTP_API')
})

test('how many sockets one address may open is a setting, because a region may come through one proxy', () => {
  expect(read({}).pusher.socketsPerAddress).toBe(1000)
  expect(read({ SOCKETS_PER_ADDRESS: '5000' }).pusher.socketsPerAddress).toBe(5000)
  expect(() => read({ SOCKETS_PER_ADDRESS: '0' })).toThrow('SOCKETS_PER_ADDRESS')
})

test('the realtime application goes by the names that other programs know, and by those of before', () => {
  const pair = { key: 'a key', secret: 'a secret' }
  expect(read({ PUSHER_APP_KEY: 'a key', PUSHER_APP_SECRET: 'a secret' }).pusher).toMatchObject(pair)
  expect(read({ PUSHER_KEY: 'a key', PUSHER_SECRET: 'a secret' }).pusher).toMatchObject(pair)
  expect(read({ PUSHER_APP_KEY: 'a key', PUSHER_KEY: 'older' }).pusher.key).toBe('a key')
})

test('one process serves unless the settings name more, or all cores', () => {
  expect(read({}).processes).toBe(1)
  expect(read({ PROCESSES: '3' }).processes).toBe(3)
  expect(read({ PROCESSES: 'auto' }).processes).toBeGreaterThanOrEqual(1)
  expect(() => read({ PROCESSES: 'all' })).toThrow('PROCESSES')
  expect(() => read({ PROCESSES: '0' })).toThrow('PROCESSES')
})

test('the address of map tiles names zoom, column and row', () => {
  const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png'
  expect(read({}).map).toBeUndefined()
  expect(read({ MAP_TILES: tiles }).map).toEqual({ tiles, attribution: undefined })
  expect(read({ MAP_TILES: tiles, MAP_ATTRIBUTION: '© Somebody' }).map?.attribution).toBe('© Somebody')
  expect(() => read({ MAP_TILES: 'https://tiles.example.org/map.png' })).toThrow('MAP_TILES')
  expect(() => read({ MAP_TILES: 'ftp://tiles.example.org/{z}/{x}/{y}' })).toThrow('MAP_TILES')
})

test('the public address has no path, because tend answers at the root of its host', () => {
  expect(read({ PUBLIC_URL: 'https://tend.example/' }).publicUrl).toBe('https://tend.example')
  for (const address of ['https://farm.example/tend', 'https://tend.example/?a=1', 'ftp://tend.example'])
    expect(() => read({ PUBLIC_URL: address }), address).toThrow('PUBLIC_URL')
})

test('backups are encrypted by a passphrase or a public key, and the drill can be switched off', () => {
  const recipient = 'age1qqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'
  expect(read({}).backups).toMatchObject({ hasDrill: true, secrets: {} })
  expect(read({ BACKUP_DRILL: 'off' }).backups.hasDrill).toBe(false)
  expect(read({ BACKUP_PASSPHRASE: 'twelve signs' }).backups.secrets.passphrase).toBe('twelve signs')
  expect(read({ BACKUP_RECIPIENT: recipient }).backups.secrets.recipient).toBe(recipient)
  const given = { BACKUP_PASSPHRASE: 'twelve signs' }
  expect(JSON.stringify(describeSettings(read(given)))).not.toContain('twelve signs')
  expect(() => read({ BACKUP_PASSPHRASE: 'short' })).toThrow('BACKUP_PASSPHRASE')
  expect(() => read({ BACKUP_RECIPIENT: 'ssh-ed25519 AAAA' })).toThrow('BACKUP_RECIPIENT')
  expect(() => read({ BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: 'twelve signs' })).toThrow('set one of them')
})

test('backups go into an S3 only where its keys are set', () => {
  const keys = { S3_ACCESS_KEY_ID: 'an-id', S3_SECRET_ACCESS_KEY: 'hidden-from-all' }
  const given = { BACKUP_DIR: 's3://farm/backups', ...keys }
  expect(read(given)).toMatchObject({
    backups: { folder: 's3://farm/backups' },
    s3: { endpoint: 'https://s3.us-east-1.amazonaws.com', accessKeyId: 'an-id' },
  })
  expect(read({ ...given, S3_ENDPOINT: 'https://s3.example' }).s3?.endpoint).toBe('https://s3.example')
  expect(() => read({ BACKUP_DIR: 's3://farm/backups' })).toThrow('S3_ACCESS_KEY_ID')
  expect(JSON.stringify(describeSettings(read(given)))).not.toContain('hidden-from-all')
})
