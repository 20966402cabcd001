import { expect, test } from 'vitest'
import { peopleIn, unreadColumnsIn } from './pastedList.ts'

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

const work = (text: string) => peopleIn(text).map(({ email, role, places }) => [email, role, ...places])

test('places follow the role, in any of the ways in which a table parts them', () => {
  const anna = ['anna@farm.example', 'worker', 'Barn 1', 'Herd 2']
  for (const text of [
    'anna@farm.example; worker; Barn 1; Herd 2',
    'anna@farm.example, worker, Barn 1; Herd 2',
    'anna@farm.example\tworker\tBarn 1; Herd 2',
    'anna@farm.example؛ worker؛ Barn 1؛ Herd 2',
    'anna@farm.example,worker,"Barn 1; Herd 2"',
    'Kiss, Anna <anna@farm.example>; worker; Barn 1; Herd 2',
    'Works at,Name,Role,E-mail\n"Barn 1; Herd 2","Kiss, Anna",worker,anna@farm.example',
    'E-mail;Szerepkör;Munkaterület\nanna@farm.example;worker;Barn 1;Herd 2',
    'E-Mail\tRolle\tTelefon\tOrt\tGruppe\nanna@farm.example\tworker\t+36 1\tBarn 1\tHerd 2',
    'Nom;Courriel;Rôle;Lieux de travail\nAnna;anna@farm.example;worker;"Barn 1; Herd 2"',
    'البريد الإلكتروني;الدور;نطاق العمل\nanna@farm.example;worker;Barn 1;Herd 2',
  ])
    expect([text, work(text)]).toEqual([text, [anna]])
  expect(work('anna@farm.example;;Barn 1')).toEqual([['anna@farm.example', null, 'Barn 1']])
  expect(work('anna@farm.example; worker; "Pen 1, left"')).toEqual([['anna@farm.example', 'worker', 'Pen 1, left']])
  expect(work('anna@farm.example; worker; Pen 1" wide')).toEqual([['anna@farm.example', 'worker', 'Pen 1" wide']])
})

test('a line of a table stays what it was when it is sent again alone', () => {
  const table = [
    'Works at;Phone;E-mail;Name',
    '"Pen 1, left; Herd ""A""";+36 1;anna@farm.example;Anna',
    ';;bo@farm.example;Bo',
  ].join('\n')
  const people = peopleIn(table)
  expect(people.map(({ places }) => places)).toEqual([['Pen 1, left', 'Herd "A"'], []])
  for (const { text, email, role, places } of people)
    expect(peopleIn(text)).toEqual([{ line: 1, text, email, role, places }])
})

test('columns that hold neither addresses nor roles nor places are named, and none without headings', () => {
  expect(unreadColumnsIn('Name;E-mail;Rolle;Einsatzorte;Abteilung\nAnna;anna@farm.example;;Stall 1;Milch')).toEqual([
    ...['Name', 'Abteilung'],
  ])
  expect(unreadColumnsIn('E-mail\tWork place\nanna@farm.example\tBarn 1')).toEqual(['Work place'])
  expect(unreadColumnsIn('email;role;works at\nanna@farm.example;worker;Barn 1')).toEqual([])
  for (const text of ['anna@farm.example; worker; Barn 1', 'Anna Kiss', '']) expect(unreadColumnsIn(text)).toEqual([])
})
