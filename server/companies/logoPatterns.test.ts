import { expect, test } from 'vitest'
import { readLogo } from './logo.ts'

/** Of the processor, so that neighbours do not count. */
async function workedAt(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test.each([
  ['comments after one another, and no drawing', '<!---->'.repeat(24)],
  ['types of documents without an end', `<svg>${'<!DOCTYPE'.repeat(30_000)}`],
])('%s: the kind of a logo is known in no time', async (_, text) => {
  const work = await workedAt(() => readLogo(Buffer.from(text), 'company 1').catch(() => null))
  expect(work).toBeLessThan(300)
})
