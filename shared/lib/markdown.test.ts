import { expect, test } from 'vitest'
import { parseInline, parseMarkdown, plainText } from './markdown.ts'

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

test('words alone have no signs of markup', () => {
  expect(plainText('## Note\n<span style="color:red">**Stop**</span> at once\n- one\n- two')).toBe(
    'Note\nStop at once\n– one\n– two',
  )
})

test('a long text without an end of emphasis is read in no time', () => {
  const start = performance.now()
  parseMarkdown('**a '.repeat(2_000))
  expect(performance.now() - start).toBeLessThan(2_000)
})
