import { expect, test } from 'vitest'
import { guessCountry } from './guessCountry.ts'

test('the country is that of the clock where a language names it, and else what speaks for one', () => {
  const guess = (languages: string[], zone: string) => guessCountry(languages, zone)?.code
  expect(guess(['hu-HU', 'en-US'], 'Europe/Budapest')).toBe('HU')
  // English as in America, on a clock in Budapest.
  expect(guess(['en-US'], 'Europe/Budapest')).toBe('HU')
  expect(guess(['de', 'en-GB'], 'Europe/London')).toBe('GB')
  expect(guess(['de-AT'], 'UTC')).toBe('AT')
  expect(guess(['en'], 'UTC')).toBeUndefined()
})

test('a browser that names languages in a way of its own keeps nobody from setting up', () => {
  expect(guessCountry(['en-US@posix', 'C', '', 'hu-HU'], 'UTC')?.code).toBe('HU')
  expect(guessCountry(['en-US@posix'], 'UTC')).toBeUndefined()
})
