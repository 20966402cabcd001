import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localDay, localTime } from './localTime.ts'

test.each([
  ['Europe/Budapest', '2026-11-20T23:30:00Z', '2026-11-21T00:30'],
  ['America/New_York', '2026-01-01T04:59:00Z', '2025-12-31T23:59'],
  ['Asia/Kathmandu', '2026-03-29T00:15:00Z', '2026-03-29T06:00'],
])('in %s, %s is %s', (timeZone, moment, shown) => {
  expect(localTime(new Date(moment), timeZone)).toBe(shown)
  expect(localDay(Date.parse(moment), timeZone)).toBe(shown.slice(0, 10))
})

test('no engine is asked to write a day as a language does where a machine reads it', () => {
  const sources = execFileSync('git', ['ls-files', 'web', 'shared', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  const reading = /(?:DateTimeFormat|toLocale\w*String)\(\s*'[a-z]{2}-[A-Z]{2}'/
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter(path => reading.test(readFileSync(path, 'utf8')))).toEqual([])
})
