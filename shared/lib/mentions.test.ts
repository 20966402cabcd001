import { expect, test } from 'vitest'
import { mentionedIn, mentionParts } from './messageText.ts'

const people = [
  ...[
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Anna' },
    { id: 3, name: 'Ann Smith' },
    { id: 4, name: 'Péter' },
  ],
  ...[
    { id: 5, name: 'Anna' },
    { id: 6, name: 'محمد' },
    { id: 7, name: 'İpek' },
    { id: 8, name: '' },
  ],
]

test.each([
  ['@Anna', [2, 5]],
  ['@Ann', [1]],
  ['@Ann, @Ann Smith!', [1, 3]],
  ['@Ann Smith', [3]],
  ['@ann smith and @ANNA', [3, 2, 5]],
  ['@Péternek szólj', [4]],
  ['@Pe\u0301ter', [4]],
  ['(@Ann)،@محمد', [1, 6]],
  ['@İpek', [7]],
  ['ann@Ann.hu, joe_@Anna', []],
  ['Ann @ Anna @', []],
  ['@Bela', []],
])('%j names %j', (text, ids) => {
  expect(mentionedIn(text, people)).toEqual(ids)
})

test('all names of a text are marked, and its words stay as they are', () => {
  const text = 'Ask @Ann and @Ann Smith, then @Anna: x@Ann.hu'
  const parts = mentionParts(text, people)
  expect(parts.map(part => part.text).join('')).toBe(text)
  expect(parts.filter(part => part.people.length > 0).map(part => part.text)).toEqual(['@Ann', '@Ann Smith', '@Anna'])
})

test('a long text of signs among five hundred people is read in no time', () => {
  const many = Array.from({ length: 500 }, (_, id) => ({ id, name: `${'a'.repeat(100)}${id}` }))
  const before = process.threadCpuUsage()
  mentionedIn(' @aaaa'.repeat(1_700), many)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(300)
})
