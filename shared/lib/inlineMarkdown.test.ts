/**
 * What lines begin with: numbers, signs and marks that people write in labels, answers and guides, and that no reader
 * may lose.
 */
import { expect, test } from 'vitest'
import { FormState } from '../forms/evaluation/FormState.ts'
import { parseGuide } from '../guides/guideText.ts'
import { type Formatter, fillReferences } from '../submissions/formatter.ts'
import { literal, plainText } from './inlineMarkdown.ts'
import { blockWords, parseMarkdown } from './markdown.ts'

const numbers = ['1.', '3.', '12.', '2026.', '7)', '1)', '0.', '007.']
const signs = ['-', '+', '*', '–', '#', '##', '######', '>', '|', '=', '~', '\\', '\\\\server', '•', '<', '<b', '&lt;']
const middles = ['3*4*5 cm', 'hossz*szélesség*magasság', 'C:\\temp\\x', '1_000_000', '5 < 6 > 4', '2 * 3 * 4', '100 %']
const rest = ['istálló', '18 °C', 'How many?', 'november 28.', 'من ٥', '']

/** Every beginning before every word, alone and in lines below each other. */
const beginnings: string[] = [
  ...[...numbers, ...signs].flatMap(begin => rest.map(words => `${begin} ${words}`.trim())),
  ...middles,
  ...numbers.map((_, at) =>
    numbers
      .slice(at)
      .map(begin => `${begin} stall`)
      .join('\n'),
  ),
  '- 18 °C\n+ 18 °C\n* 18 °C',
  'Water\n\n1. first\n\n# second',
]

test.each(beginnings)('a label that reads %j is shown as it was written', text => {
  expect(plainText(text)).toBe(text)
})

test('emphasis and links of XLSForm still mean something in labels, and references to answers stay', () => {
  expect(plainText('**Stop:** read _all_ of [this](https://example.org/a_(b)) \\*')).toBe('Stop: read all of this *')
  expect(plainText('${a_b} and ${c_d}')).toBe('${a_b} and ${c_d}')
})

const definition = {
  default_language: 'en' as const,
  sections: [{ id: 's', title: {}, questions: [{ type: 'text' as const, id: 'said', label: {} }] }],
}
const words = { locale: 'en', t: (key: string) => key, formats: {}, read: () => '' } as unknown as Formatter
const filled = (text: string, value: string) => {
  const now = { day: '2026-11-28', time: '08:00:00', offset: 0 } as never
  const state = new FormState(definition as never, { said: { value } }, { now, language: 'en', keeps: 'all' } as never)
  return fillReferences(text, state, [], words)
}

test.each([...beginnings, '**bold** _it_', '[x](https://evil.example)', '\\*', '__'])(
  'an answer %j stands in a label and in a block text as it was given',
  answer => {
    expect(plainText(filled('${said}', answer))).toBe(answer)
    expect(plainText(filled('**Seen:** ${said}!', answer))).toBe(`Seen: ${answer}!`)
    expect(blockWords(filled('${said}', answer).replaceAll('\n\n', '\n'))).toBe(answer.replaceAll('\n\n', '\n'))
    expect(JSON.stringify(parseMarkdown(filled('${said}', answer)))).not.toContain('href')
  },
)

test('an answer in the address of a link leads where it says', () => {
  expect(parseMarkdown(filled('[map](https://example.org/${said})', 'a_(b)'))).toMatchObject([
    { children: [{ kind: 'link', href: 'https://example.org/a_(b)' }] },
  ])
  expect(JSON.stringify(parseMarkdown(filled('[x](${said})', '/\\evil.example')))).not.toContain('href')
  expect(literal('\\evil')).not.toContain('\\')
})

test.each([
  ['2026. november 28.', ['2026.']],
  ['12. How many?', ['12.']],
  ['2) two\n3) three', ['2)', '3)']],
  ['4. a\n7. b\n9. c', ['4.', '7.', '9.']],
  ['2026. november 28.\n2026. december 3.', ['2026.', '2026.']],
  ['1. a\n1. b\n1. c', ['1.', '2.', '3.']],
  ['1. a\n\nWords between\n\n2. b', ['1.', '2.']],
])('a list of a block text keeps its numbers: %j', (text, marks) => {
  for (const blocks of [parseMarkdown(text), parseGuide(text), parseGuide(`> ${text.replaceAll('\n', '\n> ')}`)]) {
    const lists = JSON.stringify(blocks).matchAll(/"marks":(\[[^\]]*\])/g)
    expect([...lists].flatMap(([, found = '']) => JSON.parse(found))).toEqual(marks)
  }
  if (!text.includes('1. b'))
    expect(
      blockWords(text)
        .split('\n')
        .filter(line => /^\d/.test(line)),
    ).toHaveLength(marks.length)
})
