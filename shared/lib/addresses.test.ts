import { expect, test } from 'vitest'
import { addressParts } from './messageText.ts'

const address = 'https://example.org/a_(b)?c=1,2&d=x#e'

/** What people write around an address, in the languages that we speak. */
const before = ['', 'See ', '(', '[', '“', '„', '"', '«\u00a0', '<', 'انظر ', '（', '- ']
const after = [
  '',
  '.',
  ',',
  ')',
  ').',
  '!',
  '?',
  ':',
  ';',
  '،',
  '؛',
  '؟',
  '“',
  '”',
  '"',
  '\u00a0»',
  '>',
  '…',
  '…)',
  '。',
  '）',
  "'",
  '**',
  '،\u200f',
  ' and more',
]

test.each(before.flatMap(begin => after.map(end => [begin, end] as const)))(
  'in %j … %j the address alone is a link',
  (begin, end) => {
    const text = begin + address + end
    const parts = addressParts(text)
    expect(parts.map(part => part.text).join('')).toBe(text)
    expect(parts.filter(part => part.isAddress).map(part => part.text)).toEqual([address])
  },
)

test('several addresses are links, their brackets stay, and other words are words', () => {
  const links = (text: string) => addressParts(text).flatMap(part => (part.isAddress ? [part.text] : []))
  expect(links('https://a.example, (http://b.example/x) https://c.example/y.')).toEqual([
    'https://a.example',
    'http://b.example/x',
    'https://c.example/y',
  ])
  expect(links('https://hu.wikipedia.org/wiki/Ló_(állat) (https://a.example/(b)).')).toEqual([
    'https://hu.wikipedia.org/wiki/Ló_(állat)',
    'https://a.example/(b)',
  ])
  expect(links('https:// http://. javascript:alert(1) www.example.org')).toEqual([])
})

test('a long text of ends is read in no time', () => {
  const begun = process.threadCpuUsage()
  addressParts(`https://a.example/${').'.repeat(5_000)}`)
  addressParts('https://a.'.repeat(1_000))
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(200)
})
