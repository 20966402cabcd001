/** `SEED=<number>` repeats a run. */
import { expect, test } from 'vitest'
import { killRun } from './run.ts'

test('tend and PostgreSQL are killed twenty times during writes: nothing acknowledged is lost, nothing is doubled', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
  console.log(`seed ${seed}`)
  const { findings, figures } = await killRun({ seed, kills: 20, people: 6 })
  console.log(figures)
  expect(findings, figures).toEqual([])
})
