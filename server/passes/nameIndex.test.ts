import { expect, test } from 'vitest'
import { chanceOf } from '../test/chance.ts'
import { NameIndex } from './nameIndex.ts'

const people = new NameIndex([
  { id: 1, name: 'Anna Kovács', email: 'akovacs@farm.example' },
  { id: 2, name: 'Béla Kovács', email: null },
  { id: 3, name: 'أحمد علي', email: null },
  { id: 4, name: 'Bo', email: null },
  { id: 5, name: 'Will Mark', email: null },
  { id: 6, name: 'Jürgen Weiß', email: null },
  { id: 7, name: 'Éva Nagy', email: null },
  { id: 8, name: '王小明', email: null },
  { id: 9, name: 'Jean de la Tour', email: null },
  { id: 10, name: 'Анна Шевченко', email: null },
  { id: 11, name: "Seán O'Brien", email: null },
  { id: null, name: 'Imre Szántó', email: null },
])
const said = (text: string) => people.replace(text, id => `[${id ?? '?'}]`)

test.each([
  // Two parts of one name.
  ['Anna Kovács looked at it', '[1] looked at it'],
  ['asked KOVACS, ANNA about it', 'asked [1] about it'],
  ['photo-Anna_Kovacs.jpg, anna_kovacs', 'photo-[1].jpg, [?]'],
  ['AnnaKovács2.jpg', '[1]2.jpg'],
  ['مع أحمد علي اليوم', 'مع [3] اليوم'],
  ['Jean de la Tour', '[9]'],
  ['une vache de la race', 'une vache de la race'],
  ['Juergen Weiss, WEISS', '[6]'],
  // A lone word may be another word, and must not tell whose name it is.
  ['I will mark the cow', 'I [?] the cow'],
  ['I will check, then mark it', 'I [?] check, then [?] it'],
  ['Annával beszéltem', '[?] beszéltem'],
  ['Kovács says it is fine', '[?] says it is fine'],
  ['write to akovacs@farm.example', 'write to [?]@farm.example'],
  ['تحدثت مع وأحمد', 'تحدثت مع [?]'],
  ['الملصق على الباب', 'الملصق على الباب'],
  ['Bo, not Bob', '[?], not Bob'],
  // Endings, inside of words, next to digits, invisible signs, other scripts.
  ['Kováccsal és Évával, aztán Nagynak', '[?] és [?], aztán [?]'],
  ['drkovacs', '[?]'],
  ['20260105anna.jpg', '20260105[?].jpg'],
  ['An\u00adna and K\u200bovács', '[?] and [?]'],
  ['王小明看了', '[?]'],
  ['від Анни', 'від [?]'],
  ['OBrien, o’brien', '[?], o’[?]'],
  ['By Szanto', 'By [?]'],
  ['nobody is named', 'nobody is named'],
])('names of people are found in texts: %s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

/** What the generator writes around and instead of a name. */
const endings = ['', 's', "'s", 'val', 'nak', 'tól', 'nál', 'ot', 'hoz', '-féle', 'ról', 'ék', '2', '_', '.jpg', '?']
const beginnings = ['', '', '(', '"', '2026-', '_', '#', '@', 'IMG_', '»', '/']
const given = [
  'Zsófia',
  'Ödön',
  'Éva',
  'François',
  'Björn',
  'Łukasz',
  'Søren',
  'Ali',
  'Öykü',
  'Şirin',
  'Đorđe',
  'Fatima',
]
const family = [
  'Hegedűs',
  'Müller',
  'Weiß',
  'Łęcki',
  'García',
  "O'Neill",
  'Szász',
  'Nagy',
  'Ørsted',
  'Çelik',
  'Vasquez-Ruiz',
]
const arabic = ['محمد', 'فاطمة', 'عبدالله', 'مريم', 'إبراهيم', 'حسين']

test('no generated name is readable in a text, in any spelling, ending and neighbourhood', () => {
  const { next } = chanceOf(3838)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const spellings: ((name: string) => string)[] = [
    name => name,
    name => name.toUpperCase(),
    name => name.toLowerCase(),
    name => name.normalize('NFD'),
    name => name.normalize('NFD').replace(/\p{M}/gu, ''),
    name => name.replace(/ß/g, 'ss').replace(/[øØ]/g, 'o').replace(/[łŁ]/g, 'l').replace(/[đĐ]/g, 'd'),
    name => name.replace(/ü/g, 'ue').replace(/ö/g, 'oe').replace(/Ö/g, 'Oe').replace(/Ø/g, 'Oe'),
    name => `${name.slice(0, 2)}\u200b${name.slice(2)}`,
    name => [...name].map(letter => letter.normalize('NFKC')).join(''),
  ]
  const readable: string[] = []
  for (let round = 0; round < 3_000; round++) {
    const isArabic = round % 4 === 0
    const [first, last] = isArabic ? [pick(arabic), pick(arabic)] : [pick(given), pick(family)]
    const index = new NameIndex([{ id: 1, name: `${first} ${last}`, email: null }])
    const words = [first, last, `${first} ${last}`, `${last}, ${first}`, `${first}_${last}`, first + last]
    const written = pick(spellings)(pick(words))
    const text = isArabic
      ? `شوهد ${pick(['', 'و', 'ل', 'ب'])}${written} أمس`
      : `seen ${pick(beginnings)}${written}${pick(endings)} today`
    const shown = index.replace(text, () => '…')
    const letters = (value: string) =>
      value
        .normalize('NFKD')
        .replace(/[^\p{L}]/gu, '')
        .toLowerCase()
    // The parts of a name of two words are names too.
    for (const part of [first, last].flatMap(name => name.split(/['-]/)).filter(name => name.length > 1))
      if (letters(shown).includes(letters(part))) readable.push(`${text} → ${shown}`)
    if (shown === text) readable.push(`${text} is left as it is`)
  }
  expect(readable).toEqual([])
})

test('a text of one word that is four times as long takes four times as long, not sixteen', () => {
  // The time of this process, which other work on the machine does not lengthen.
  const took = (times: number) => {
    const before = process.cpuUsage()
    people.replace('kovac'.repeat(times), () => '')
    return process.cpuUsage(before).user
  }
  // No length twice: found words are kept.
  took(5_000)
  expect(took(40_000)).toBeLessThan(8 * took(10_000))
})
