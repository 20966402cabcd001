/** What a start reads: libraries that it does not need come with the first call that needs them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

let loaded: string[] = []

beforeAll(async () => {
  const fixture = fileURLToPath(new URL('./startedModules.fixture.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [fixture], { maxBuffer: 16 * 1024 * 1024 })
  ;({ loaded } = JSON.parse(stdout))
}, 60_000)

const packageOf = (url: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]

test('libraries that the first answer does not need are not loaded by a start', () => {
  const packages = new Set(loaded.map(packageOf))
  expect(packages).toContain('drizzle-orm')
  const later = [
    ['sharp', '@myriaddreamin/typst-ts-node-compiler', '@e965/xlsx', 'fflate', 'saxes'],
    ['ajv', '@fastify/fast-json-stringify-compiler', 'nodemailer', 'file-type', 'piscina'],
  ].flat()
  expect(later.filter(name => packages.has(name))).toEqual([])
})

test('a start without an empty database does not load what fills in the demo', () => {
  expect(loaded.filter(url => url.includes('/seeds/demo/')).map(url => url.split('/').at(-1))).toEqual([
    'seed.ts',
    'people.ts',
  ])
})
