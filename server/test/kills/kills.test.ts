import { expect, test } from 'vitest'
import { killRun } from './run.ts'

// The long run beside it does the same twenty times.
test('after two kills during writes nothing that was acknowledged is lost or doubled', async () => {
  const { findings, figures } = await killRun({ seed: 1, kills: 2, people: 3 })
  expect(findings, figures).toEqual([])
}, 180_000)
