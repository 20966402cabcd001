import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { askIfDue, isNewer, lastAnswer } from './newer.ts'

async function configWith(environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tend-newer-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return readConfig({ DATA_DIR: dataDir, ...environment }, { demo: false, version: '1.9.3' })
}

const UPDATE_URL = 'https://versions.example/tend'
const answering = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }))
const at = (time: string) => new Date(`2026-11-${time}Z`)

test('without an address nothing is asked', async () => {
  const [config, ask] = [await configWith({}), answering('{"version":"1.10.0"}')]
  await askIfDue(config, at('28T10:00:00'), ask)
  expect(ask).not.toHaveBeenCalled()
  expect(await lastAnswer(config)).toBe(null)
})

test('an address is asked once a day, and a failure keeps what was known', async () => {
  const config = await configWith({ UPDATE_URL })
  const ask = answering('{"version":"1.10.0"}')
  await askIfDue(config, at('28T10:00:00'), ask)
  await askIfDue(config, at('29T09:00:00'), ask)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await lastAnswer(config)).toMatchObject({ version: '1.10.0', error: null })
  await askIfDue(config, at('29T10:00:00'), answering('', 500))
  expect(await lastAnswer(config)).toMatchObject({ version: '1.10.0', error: 'versions.example answers 500.' })
})

test.each([
  ['no JSON', '<html>', 'versions.example names no version.'],
  ['another version than one of ours', '{"version":"<b>2</b>"}', 'versions.example names no version.'],
  ['more than it should', `{"version":"1.10.0","more":"${'x'.repeat(300_000)}"}`, 'is too long'],
])('an answer that is %s is an error', async (_, body, error) => {
  const config = await configWith({ UPDATE_URL })
  await askIfDue(config, at('28T10:00:00'), answering(body))
  expect(await lastAnswer(config)).toMatchObject({ version: null, error: expect.stringContaining(error) })
})

test('the address is https, and versions are compared by their numbers', async () => {
  await expect(configWith({ UPDATE_URL: 'http://versions.example/tend' })).rejects.toThrow('UPDATE_URL')
  expect([isNewer('1.10.0', '1.9.3'), isNewer('1.9.3', '1.9.3'), isNewer('1.8.9', '1.9.3')]).toEqual([
    true,
    false,
    false,
  ])
})
