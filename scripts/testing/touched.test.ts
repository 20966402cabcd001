import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { touchedJourneys } from './touched.ts'

test('a feature is walked by its own journeys and the loop', () => {
  expect(
    touchedJourneys(['server/tasks/assign.ts', 'web/today/ManagerToday.tsx', 'shared/tasks/tasks.test.ts']),
  ).toEqual(['e2e/tasks/loop.e2e.ts', 'e2e/tasks/'])
})

test('each folder of journeys is walked when its part changes', () => {
  const parts = readdirSync('e2e', { withFileTypes: true }).filter(
    entry => entry.isDirectory() && !['shell', 'engines'].includes(entry.name),
  )
  const features = { accounts: 'auth', registers: 'animals' } as Record<string, string>
  for (const { name } of parts)
    expect(touchedJourneys([`server/${features[name] ?? name}/some.ts`])).toEqual([
      'e2e/tasks/loop.e2e.ts',
      `e2e/${name}/`,
    ])
})

test('a changed journey is run, and so are the journeys of a changed neighbour’s folder', () => {
  expect(touchedJourneys(['e2e/forms/xlsform.e2e.ts'])).toEqual(['e2e/tasks/loop.e2e.ts', 'e2e/forms/xlsform.e2e.ts'])
  expect(touchedJourneys(['e2e/forms/formKeys.ts'])).toEqual(['e2e/tasks/loop.e2e.ts', 'e2e/forms/'])
})

test('what all features stand on has everything walked', () => {
  for (const file of [
    'web/lib/realtime/realtime.ts',
    'server/lib/routes.ts',
    'e2e/people.ts',
    'package.json',
    'web/router.tsx',
  ])
    expect([file, touchedJourneys([file])]).toEqual([file, 'all'])
})

test('documents and tests beside the code have nothing walked', () => {
  expect(touchedJourneys(['docs/style.md', 'server/tasks/tasks.test.ts'])).toEqual([])
})
