/** `SEED=<number>` repeats a run. */
import { expect, test } from 'vitest'
import { killRun } from './run.ts'

test('after twenty kills of tend and PostgreSQL during writes nothing is lost or doubled', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
  console.log(`seed ${seed}`)
  const { findings, figures } = await killRun({ seed, kills: 20, people: 6 })
  console.log(figures)
  expect(findings, figures).toEqual([])
})
