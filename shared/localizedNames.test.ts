/** Names in several languages are stored as plain ones are, so that what looks equal is equal. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import type { Endpoint } from './lib/contract.ts'

const names = ['name', 'title', 'titles']
const typed = { en: ' Gyo\u030br\u00a0 A\u20111\u200b ', hu: 'Gyo\u030br' }

test('each name in several languages that a call takes is composed, with single blanks and nothing invisible', () => {
  const taken: string[] = []
  const wrong: string[] = []
  for (const [feature, calls] of Object.entries(contracts))
    for (const [call, { input }] of Object.entries(calls as Record<string, Endpoint>)) {
      if (!(input instanceof z.ZodObject)) continue
      for (const name of names) {
        const field = (input.shape as Record<string, z.ZodType | undefined>)[name]
        const { success, data } = field?.safeParse(typed) ?? { success: false }
        // Plain names are no records.
        if (!success) continue
        taken.push(`${feature}.${call} ${name}`)
        const kept = JSON.stringify(data)
        if (kept !== JSON.stringify({ en: 'Győr A-1', hu: 'Győr' })) wrong.push(`${taken.at(-1)}: ${kept}`)
      }
    }
  expect(wrong).toEqual([])
  expect(taken.length).toBeGreaterThanOrEqual(10)
})
