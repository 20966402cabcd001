import { globSync, readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import config, { withEscapes, withPlaces } from '../vite.server.config.ts'

const root = new URL('..', import.meta.url)
const sources = globSync('{server,shared}/**/*.ts', { cwd: root, exclude: ['server/{dist,test}/**', '**/*.test.ts'] })

test('threads and processes of the server begin with an entry of the bundle', () => {
  const entries = Object.keys(config.build?.rolldownOptions?.input ?? {})
  const started = sources.flatMap(path => {
    const code = withPlaces(readFileSync(new URL(path, root), 'utf8'), path)
    expect(code, `${path} starts a source`).not.toMatch(/new URL\('[^']+\.ts', import\.meta\.url\)(?!\.href)/)
    return [...code.matchAll(/new URL\('\.\/([^']+)\.js', import\.meta\.url\)/g)].map(([, name]) => name)
  })
  expect(started).toContain('process')
  expect(started).toContain('lib-files-pictureProcess')
  expect(entries).toEqual(expect.arrayContaining(started))
})

test('a file beside a source is found from the bundle', () => {
  expect(withPlaces(`read(new URL('./case.typ', import.meta.url))`, 'server/cases/pdf.ts')).toBe(
    `read(new URL('./case.typ', new URL('../../cases/pdf.ts', import.meta.url).href))`,
  )
  expect(withPlaces(`join(import.meta.dirname, '..')`, 'server/documents/pdfJob.ts')).toBe(
    `join((import.meta.dirname + '/../../documents'), '..')`,
  )
})

test('letters beyond Latin-1 mean the same in the bundle, and are not in it', () => {
  const pieces = ["'Ő – é 🐄'", '`ű`', "'\\’'", "'\\\\’'", "'ő'.replace(/[ő]/gu, '–')", "/^[🐄]$/u.test('🐄')"]
  for (const code of pieces) {
    expect(withEscapes(code)).not.toMatch(/[^\0-\xff]/)
    expect(runInThisContext(withEscapes(code)), code).toBe(runInThisContext(code))
  }
})
