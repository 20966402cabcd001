import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { type Pretended, pretendScope } from './pretendScope.ts'
import { dayFrom, textOf } from './values.ts'

const birth = dayFrom('2024-02-29') ?? ''
const answers: Pretended = {
  n: 4,
  half: 0.5,
  blank: '',
  word: 'Barn 2',
  crops: 'maize wheat rye',
  weights: [40, '', 60],
  names: ['Ada', 'Bea', ''],
  birth,
  seen: dayFrom('2026-11-21T08:00:00+01:00', 60) ?? '',
  '.': 7,
  'last-saved#n': 3,
  colour: 'brown',
}

/** An expression and what it comes to, as text. */
const cases: [string, string][] = [
  // Operators, in the order in which they bind.
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['7 - 2 - 1', '4'],
  ['7 mod 4 + 8 div 4', '5'],
  ['-${n} + 1', '-3'],
  ['- - 2', '2'],
  ['1 + 1 = 2', 'true'],
  ['1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 4', 'false'],
  ['1 = 2 or 2 = 2 and 1 = 2', 'false'],
  ["'a' = 'a' and 'a' != 'b'", 'true'],
  ['${n}-1', '3'],
  ['.5 + 1.', '1.5'],
  ['. > 6', 'true'],
  ['current()/. + 1', '8'],
  // References, also as paths.
  ['${n}', '4'],
  ['${ n }', '4'],
  ['../n', '4'],
  ['/data/pen/n + 1', '5'],
  ['current()/../n', '4'],
  ['${last-saved#n}', '3'],
  ['colour', 'brown'],
  ["colour = 'brown' and ${n} = 4", 'true'],
  // Blank answers.
  ["${blank} = ''", 'true'],
  ["${n} != ''", 'true'],
  ['${blank} + 1', 'NaN'],
  ['${blank} > 0 or ${blank} <= 0', 'false'],
  ['coalesce(${blank}, ${n})', '4'],
  ["coalesce('', '', 'x')", 'x'],
  // Yes and no.
  ['true()', 'true'],
  ['not(false())', 'true'],
  ['boolean(${word})', 'true'],
  ["boolean('')", 'false'],
  ["boolean-from-string('TRUE')", 'true'],
  ["boolean-from-string('yes')", 'false'],
  ["if(${n} > 3, 'many', 'few')", 'many'],
  ['checklist(1, 2, true(), false(), true())', 'true'],
  ['checklist(-1, 1, true(), true())', 'false'],
  ['weighted-checklist(5, -1, true(), 2, true(), 3)', 'true'],
  ['once(9)', '7'],
  // Choices.
  ["selected(${crops}, 'wheat')", 'true'],
  ["selected(${crops}, 'whe')", 'false'],
  ['selected-at(${crops}, 1)', 'wheat'],
  ["selected-at(${crops}, 9) = ''", 'true'],
  ['count-selected(${crops})', '3'],
  ['count-selected(${blank})', '0'],
  ["jr:choice-name(${crops}, '${crops}')", 'crops:maize wheat rye'],
  ["jr:choice-name('maize', '/data/crops')", 'crops:maize'],
  // Rows.
  ['sum(${weights})', '100'],
  ['min(${weights})', '40'],
  ['max(${weights}, 70)', '70'],
  ['max(3, 9, 4)', '9'],
  ['min(${blank})', 'NaN'],
  ['count(${weights})', '3'],
  ['count(${n})', '1'],
  ['count-non-empty(${names})', '2'],
  ["join(', ', ${names})", 'Ada, Bea, '],
  ["join('-', 'a', 'b')", 'a-b'],
  ['${weights} = 60', 'true'],
  ['${weights} > 60', 'false'],
  ['indexed-repeat(${weights}, ${animals}, 3)', '60'],
  ['position(..)', '10'],
  ['position(../..)', '20'],
  // Texts.
  ['string(${n})', '4'],
  ['string-length(${word})', '6'],
  ["string-length('🐄')", '1'],
  ['substr(${word}, 0, 4)', 'Barn'],
  ['substr(${word}, 5)', '2'],
  ['substr(${word}, -1)', '2'],
  ["substring-before('a=b=c', '=')", 'a'],
  ["substring-after('a=b=c', '=')", 'b=c'],
  ["translate('12-34', '-1', '/')", '2/34'],
  ["normalize-space('  a   b ')", 'a b'],
  ["concat('a', ${n}, ${names})", 'a4AdaBea'],
  ["contains(${word}, 'arn')", 'true'],
  ["starts-with(${word}, 'Barn')", 'true'],
  ["ends-with(${word}, '2')", 'true'],
  ["regex('HU12345', '[A-Z]{2}[0-9]+')", 'true'],
  ["regex('xHU12345', '[A-Z]{2}[0-9]+')", 'false'],
  ['uuid()', '88888888-8888-4888-a888-888888888888'],
  ['uuid(4)', '8888'],
  // Numbers.
  ["number('12.5')", '12.5'],
  ["number('twelve')", 'NaN'],
  ["int('7.9')", '7'],
  ['int(-7.9)', '-7'],
  ['round(2.5)', '3'],
  ['round(1.005, 2)', '1.01'],
  ['round(1234, -2)', '1200'],
  ['abs(-3)', '3'],
  ['pow(2, 10)', '1024'],
  ['sqrt(9)', '3'],
  ['log10(1000)', '3'],
  ['log(exp(2))', '2'],
  ['exp10(2)', '100'],
  ['round(sin(pi() div 2), 6)', '1'],
  ['round(cos(pi()), 6)', '-1'],
  ['round(tan(pi() div 4), 6)', '1'],
  ['round(asin(1) + acos(1) + atan(0), 4)', '1.5708'],
  ['round(atan2(1, 1), 4)', '0.7854'],
  ['random()', '0.5'],
  ["round(distance('47.5 19 0 0', '47.5 19.01 0 0'))", '752'],
  ['0.1 + 0.2 = 0.3', 'false'],
  ['1000000 * 1000000 * 1000000 * 1000', '1000000000000000000000'],
  // Days.
  ['today()', '2026-11-21'],
  ['now()', '2026-11-21T09:30:00.000+01:00'],
  ["today() = '2026-11-21'", 'true'],
  ["today() > date('2026-11-20')", 'true'],
  ['${birth} < today()', 'true'],
  ['today() - ${birth}', '996'],
  ['int((today() - ${birth}) div 365.25)', '2'],
  ['date(today() + 7)', '2026-11-28'],
  ["date('2026-02-30')", ''],
  ["date('2026-11-21T23:00')", '2026-11-21'],
  ["date-time('2026-11-21')", '2026-11-21T00:00:00.000'],
  ['round((now() - ${seen}) * 24, 2)', '1.5'],
  ["decimal-date-time('1970-01-02T12:00')", '1.5'],
  ["decimal-time('06:00')", '0.25'],
  ["format-date(${birth}, '%d.%m.%Y %e/%n/%y')", '29.02.2024 29/2/24'],
  ["format-date('2026-11-21', '%a %b 100%%')", 'Sat Nov 100%'],
  ["format-date-time(now(), '%H:%M:%S.%3 %h')", '09:30:00.000 9'],
  ["format-date(${blank}, '%Y')", ''],
]

const resultOf = (source: string) => {
  const { tree, fault } = parseExpression(source)
  if (!tree) throw new Error(JSON.stringify(fault))
  return textOf(evaluate(tree, pretendScope(answers)))
}

test.each(cases)('%s is "%s"', (source, expected) => {
  expect(resultOf(source)).toBe(expected)
})

test('every function that has a signature is worked out in a case above', async () => {
  const { signatures } = await import('./signatures.ts')
  const called = new Set(cases.flatMap(([source]) => [...source.matchAll(/([\w:-]+)\(/g)].map(([, name]) => name)))
  expect(Object.keys(signatures).filter(name => !called.has(name))).toEqual([])
})

test('the words of a date are those of the language', () => {
  const { tree } = parseExpression("format-date('2026-11-21', '%a %d. %b')")
  expect(tree && textOf(evaluate(tree, pretendScope({}, { language: 'de' })))).toBe('Sa 21. Nov')
})

test('what need not be looked at is not', () => {
  const { tree } = parseExpression('if(true() or ${boom}, 1, ${boom}) + coalesce(1, ${boom})')
  const read = () => {
    throw new Error('looked at')
  }
  expect(tree && evaluate(tree, pretendScope({}, { read }))).toBe(2)
})
