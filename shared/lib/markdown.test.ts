import { expect, test } from 'vitest'
import { parseInline, plainText } from './inlineMarkdown.ts'
import { blockWords, parseMarkdown } from './markdown.ts'

test('headings, lists and paragraphs are told apart', () => {
  expect(
    parseMarkdown('# Before you begin\nWash\nhands\n\n- boots\n- gloves\n1. first').map(({ kind }) => kind),
  ).toEqual(['heading', 'paragraph', 'list', 'list'])
})

test('emphasis and links stand in a line, one in the other', () => {
  expect(parseInline('Count **all _lame_ cows** and [read](https://example.org/a)')).toEqual([
    { kind: 'text', text: 'Count ' },
    {
      kind: 'strong',
      children: [
        { kind: 'text', text: 'all ' },
        { kind: 'emphasis', children: [{ kind: 'text', text: 'lame' }] },
        { kind: 'text', text: ' cows' },
      ],
    },
    { kind: 'text', text: ' and ' },
    { kind: 'link', href: 'https://example.org/a', children: [{ kind: 'text', text: 'read' }] },
  ])
})

test('a name with underscores and a link that runs code stay as they were written', () => {
  expect(plainText('ear_tag_number')).toBe('ear_tag_number')
  expect(parseInline('[here](javascript:alert(1))')).toEqual([{ kind: 'text', text: '[here](javascript:alert(1))' }])
})

test('the words of a block text have no signs of markup', () => {
  expect(blockWords('## Note\n<span style="color:red">**Stop**</span> at once\n- one\n- two')).toBe(
    'Note\nStop at once\n– one\n– two',
  )
})

/** Of the processor, so that neighbours do not count. */
function workedAt(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test.each([
  ['emphasis without an end', '**a '],
  ['another emphasis without an end', '*a '],
  ['lines below a word without an end', '(_a'],
  ['brackets', '['],
  ['brackets before a long address', '[a](/', 'b'.repeat(20_000)],
  ['emphasis in emphasis', '**_'],
  ['spaces in a heading', ' ', 'x', '# '],
  ['signs in a heading', '#', 'x', '# '],
  ['spaces in a list before a strange line end', ' ', '\u2028x', '- '],
  ['backslashes', '\\'],
  ['tags without an end', '<b '],
])('%s: a long text is read in no time', (_, piece, end = '', begin = '') => {
  const text = begin + piece.repeat(Math.ceil(50_000 / piece.length)) + end
  expect(workedAt(() => parseMarkdown(text))).toBeLessThan(150)
  const line = begin + piece.repeat(Math.ceil(10_000 / piece.length)) + end
  expect(workedAt(() => parseMarkdown(Array(5).fill(line).join('\n')))).toBeLessThan(150)
})

test('signs in one another end where they did before, and a character that is only shown means nothing', () => {
  const text = (text: string) => ({ kind: 'text', text })
  expect(parseInline('**a*')).toEqual([{ kind: 'emphasis', children: [text('*a')] }])
  expect(parseInline('***a***')).toEqual([{ kind: 'strong', children: [text('*a')] }, text('*')])
  expect(parseInline('a \\*b* _c_d_ 2 * 3 *')).toEqual([
    text('a *'),
    text('b* '),
    { kind: 'emphasis', children: [text('c_d')] },
    text(' 2 * 3 *'),
  ])
  expect(parseInline('[a [b](/c) [](/d) [e](//f)')).toEqual([
    { kind: 'link', href: '/c', children: [text('a [b')] },
    text(' [](/d) [e](//f)'),
  ])
})
