/**
 * Texts are as long as a body may be before the contract refuses them: what folds and tells them apart looks at no more
 * than it would take.
 */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { processorTime } from '#testing/processorTime.ts'
import { contracts } from './contracts.ts'
import type { Endpoint } from './lib/contract.ts'

/**
 * About as many bytes as a body has (`docs/trust.md`), in the letters and signs that cost most to fold or to look
 * through.
 */
const longTexts: Record<string, string> = {
  letters: 'a'.repeat(1_900_000),
  'an address': `a@${'ü'.repeat(900_000)}`,
  'an Arabic address': `a@${'ب'.repeat(900_000)}`,
  'Arabic letters': 'ب'.repeat(900_000),
  marks: `a${'\u0301\u0323'.repeat(450_000)}`,
  blanks: `a${' \u00a0'.repeat(600_000)}a`,
  dots: '.'.repeat(1_900_000),
  digits: '1'.repeat(1_900_000),
  'parts of a rule': `FREQ=DAILY;${'BYDAY=MO;'.repeat(200_000)}`,
  numbers: '1,'.repeat(950_000),
  addresses: 'a@a.a,'.repeat(300_000),
}
/** Milliseconds of work for a whole body. */
const most = 50

test('no text of a call takes long to be refused, however long it is', () => {
  const slow: string[] = []
  for (const [place, schema] of textsOfCalls())
    for (const [kind, text] of Object.entries(longTexts)) {
      const once = () => {
        const before = processorTime()
        schema.safeParse(text)
        return processorTime() - before
      }
      // What compiles in between is no fault of the text.
      const took = once() > most ? Math.min(once(), once()) : 0
      if (took > most) slow.push(`${place}: ${kind} ${took.toFixed()} ms`)
    }
  expect(slow).toEqual([])
}, 120_000)

/** Every text that a call takes, once, by one of the places where it is taken. */
function textsOfCalls(): Map<string, z.ZodType> {
  const seen = new Set<z.ZodType>()
  const found = new Map<string, z.ZodType>()
  const walk = (schema: z.ZodType, place: string): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    const { def } = schema as unknown as { def: Def }
    if (def.type === 'string' || (def.type === 'pipe' && def.in?.def.type === 'string')) found.set(place, schema)
    else for (const [name, inner] of innerOf(def)) walk(inner, `${place}${name && `.${name}`}`)
  }
  for (const [feature, calls] of Object.entries(contracts))
    for (const [call, { input }] of Object.entries(calls as Record<string, Endpoint>)) walk(input, `${feature}.${call}`)
  return found
}

type Def = {
  type: string
  in?: { def: Def }
  getter?: () => z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  items?: z.ZodType[]
} & Partial<Record<'innerType' | 'element' | 'keyType' | 'valueType' | 'left' | 'right' | 'out', z.ZodType>>

function innerOf(def: Def): [string, z.ZodType][] {
  const named = (['innerType', 'element', 'keyType', 'valueType', 'left', 'right', 'in', 'out'] as const).flatMap(
    key => (def[key] ? [['', def[key] as z.ZodType] as [string, z.ZodType]] : []),
  )
  const lazy: [string, z.ZodType][] = def.getter ? [['', def.getter()]] : []
  const many = [...(def.options ?? []), ...(def.items ?? [])].map((one): [string, z.ZodType] => ['', one])
  return [...Object.entries(def.shape ?? {}), ...named, ...lazy, ...many]
}
