import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { isRecord, onDevice, storedJson } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a full storage takes nothing down: what is written is known to the page, and gone when it is removed', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const kept = new Map([['text', 'older']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: () => {
      throw new DOMException('No room', 'QuotaExceededError')
    },
    removeItem: (key: string) => kept.delete(key),
  })
  expect(onDevice.write('text', 'newer')).toBe(false)
  expect(onDevice.read('text')).toBe('newer')
  onDevice.remove('text')
  expect(onDevice.read('text')).toBeNull()
})

test('a storage that is switched off holds nothing, and what is no JSON is none', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
    removeItem: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  expect([onDevice.read('a'), storedJson(onDevice, 'a', kept => kept).read(), onDevice.namesFrom('a')]).toEqual([
    null,
    null,
    [],
  ])
  onDevice.remove('a')
  vi.stubGlobal('localStorage', { getItem: () => '{"half' })
  expect(storedJson(onDevice, 'a', kept => kept).read()).toBeNull()
  expect([isRecord([]), isRecord(null), isRecord('a'), isRecord({})]).toEqual([false, false, false, true])
})

test('nobody goes to the storages of the browser by another way', () => {
  const direct = globSync('web/**/*.{ts,tsx}')
    .filter(file => !/\.test\.tsx?$|lib\/storage\.ts$|lib\/componentTest/.test(file))
    .filter(file =>
      /\b(?:local|session)Storage\b/.test(readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')),
    )
  expect(direct).toEqual([])
})

test('outside of lib a key is declared with its schema, and each is declared once', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { exclude: ['web/dist/**'] })
    .filter(file => !/\.test\.tsx?$|lib\/componentTest/.test(file))
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))
  const raw = sources
    .filter(({ file }) => !file.startsWith('web/lib/'))
    .flatMap(({ file, text }) => [...text.matchAll(/\b(?:onDevice|inTab)\.\w+/g)].map(([use]) => `${file}: ${use}`))
  expect(raw).toEqual([])
  const keys = sources.flatMap(({ text }) =>
    [...text.matchAll(/stored(?:Text|Json)\(\s*(?:onDevice|inTab),\s*(['`])(.*?)\1/g)].map(([, , key]) => key),
  )
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})
