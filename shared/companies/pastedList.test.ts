import { expect, test } from 'vitest'
import { peopleIn } from './pastedList.ts'

const read = (text: string) => peopleIn(text).map(({ email, role }) => [email, role])

test('lists copied from mail programs give the same people under any names', () => {
  const both = [
    ['anna@farm.example', null],
    ['bela@farm.example', null],
  ]
  for (const text of [
    'Anna Kiss <anna@farm.example>; Béla Nagy <bela@farm.example>',
    'Kiss, Anna <anna@farm.example>; Nagy, Béla <bela@farm.example>;',
    'Kiss Anna <anna@farm.example>, Nagy Béla <bela@farm.example>',
    '"Kiss, Anna" <anna@farm.example>, "Nagy, Béla" <bela@farm.example>',
    "'anna@farm.example'; 'bela@farm.example'",
    'Anna Kiss <mailto:anna@farm.example>; bela@farm.example',
    'anna@farm.example; Nagy, Béla <bela@farm.example>',
    'anna@farm.example, Nagy Béla <bela@farm.example>',
    'anna@farm.example <anna@farm.example>, "bela@farm.example" <bela@farm.example>',
    'anna@farm.example;bela@farm.example',
    'ANNA@farm.example\nBéla <bela@farm.example>',
  ])
    expect([text, read(text)]).toEqual([text, both])
})

test('one person a line may have a role, also behind a name with a comma', () => {
  expect(read('anna@farm.example, manager')).toEqual([['anna@farm.example', 'manager']])
  expect(read('Kiss, Anna <anna@farm.example>; manager')).toEqual([['anna@farm.example', 'manager']])
  expect(read('anna@farm.example <anna@farm.example>; manager')).toEqual([['anna@farm.example', 'manager']])
  expect(read('Anna;anna@farm.example;manager')).toEqual([['anna@farm.example', 'manager']])
  expect(read('Name;E-mail\nAnna;anna@farm.example')).toEqual([['anna@farm.example', null]])
  expect(read('Anna Kiss')).toEqual([[null, null]])
})
