import { expect, test } from 'vitest'
import { checkExpression, type Surroundings, typeOfExpression } from './checkExpression.ts'
import { parseExpression } from './parse.ts'
import { printExpression } from './print.ts'
import { isChance, namesIn } from './references.ts'
import type { ValueType } from './signatures.ts'

const surroundings: Surroundings = {
  typeOf: name =>
    new Map<string, ValueType | 'rows' | 'none'>([
      ['n', 'number'],
      ['word', 'text'],
      ['birth', 'date'],
      ['animals', 'rows'],
      ['hello', 'none'],
    ]).get(name),
  hasSelf: true,
  attributes: null,
}

/** An expression, and its faults with the part of the text that they point at. */
const faulty: [string, string[]][] = [
  ['', ['expression_unfinished ""']],
  ['${n} +', ['expression_unfinished ""']],
  ['${n} > > 3', ['expression_unexpected ">"']],
  ['(${n} > 3', ['expression_unfinished ""']],
  ['${n} > 3)', ['expression_unexpected ")"']],
  ["${word} = 'wet", ['expression_unclosed_text "\'wet"']],
  ['${n > 3', ['expression_unclosed_reference "${n > 3"']],
  ['${word} = ’wet’', ['expression_curly_quotes "’"']],
  ['${n} & 3', ['expression_character "&"']],
  ['${n} == 3', ['expression_unexpected "="']],
  ['${n} 3', ['expression_unexpected "3"']],
  ['iff(${n}, 1, 2)', ['unknown_function "iff"']],
  ['constructor(1)', ['unknown_function "constructor"']],
  ['if(${n}, 1)', ['function_arguments "if(${n}, 1)"']],
  ["pulldata('a', 'b', ${n})", ["function_arguments \"pulldata('a', 'b', ${n})\""]],
  ['randomize(${n})', ['function_not_supported "randomize"']],
  ["instance('x')/root", ['expression_unfinished ""']],
  ["instance('x')/root/item[name=1", ['expression_unfinished ""']],
  ["instance('x')/root/item[name=1]/label[1]", ['expression_predicate "["']],
  ['instance(x)/root/item', ['expression_unexpected "x"']],
  ['${n}[1]', ['expression_predicate "["']],
  ['${gone} > ${n} + ${lost}', ['unknown_reference "${gone}"', 'unknown_reference "${lost}"']],
  ["jr:choice-name('a', '${gone}')", ['unknown_reference "\'${gone}\'"']],
  ['${hello} = 1', ['no_value "${hello}"']],
  ['brown = 1', ['unknown_attribute "brown"']],
  ["'wet' + 1", ['expression_type "\'wet\'"']],
  ["-'wet'", ['expression_type "\'wet\'"']],
  ["sqrt('wet')", ['expression_type "\'wet\'"']],
  ["regex(., '(?=a)')", ['pattern_not_supported "\'(?=a)\'"']],
  ["regex(., '[a')", ['pattern_not_supported "\'[a\'"']],
  ['string(..)', ['expression_unexpected ".."']],
  ['(('.repeat(160), ['expression_too_deep "("']],
  [Array.from({ length: 3000 }, () => '1').join('+'), ['expression_too_deep "1"']],
]

const found = (source: string, where = surroundings) =>
  checkExpression(source, where).map(({ code, at, length }) => `${code} "${source.slice(at, at + length)}"`)

test.each(faulty)('%s is refused, with the place', (source, expected) => {
  expect(found(source)).toEqual(expected)
})

test('a valid form has no faults', () => {
  expect(
    found("if(. > ${n}, count(${animals}), string-length(${word})) and date('2026-01-01') + 1 < ${birth}"),
  ).toEqual([])
})

test('a filter may ask for the columns of its choices, and a place without an answer not for itself', () => {
  const filter = { ...surroundings, hasSelf: false, attributes: new Set(['name', 'colour']) }
  expect(found("colour = ${word} and name != 'x' and size = 3 and . = 1", filter)).toEqual([
    'unknown_attribute "size"',
    'no_self "."',
  ])
})

test.each([
  ['${n} + 1', 'number'],
  ["if(${n} > 1, 'a', 'b')", 'text'],
  ["if(${n} > 1, 'a', 1)", 'any'],
  ['not(${n})', 'yes_no'],
  ['coalesce(${birth}, today())', 'date'],
  ['${animals}', 'any'],
])('%s is of the type %s', (source, expected) => {
  const { tree } = parseExpression(source)
  expect(tree && typeOfExpression(tree, surroundings.typeOf)).toBe(expected)
})

test.each([
  ['1+2*3', '1 + 2 * 3'],
  ['(1+2)*3', '(1 + 2) * 3'],
  ['((1-2))-(3-4)', '1 - 2 - (3 - 4)'],
  ['-(1+2)', '-(1 + 2)'],
  ['not( ../wet = "it\'s" )', 'not(${wet} = "it\'s")'],
  ['${last-saved#n}', '${last-saved#n}'],
  ['position( .. )', 'position(..)'],
  [
    'instance( "farms" )/root/item[ name=${a} ][2]/label + pulldata("f","a","b",${c})',
    "instance('farms')/root/item[name = ${a}][2]/label + pulldata('f', 'a', 'b', ${c})",
  ],
  ['(${a} or ${b}) and ${c}', '(${a} or ${b}) and ${c}'],
  ['1 < 2 = true()', '1 < 2 = true()'],
  ['1 < (2 = true())', '1 < (2 = true())'],
])('%s is written as %s', (source, expected) => {
  const { tree } = parseExpression(source)
  expect(tree && printExpression(tree)).toBe(expected)
})

test('an expression says what it asks about, each once, also in quotes', () => {
  expect(namesIn("${a} + ../b - ${a} + count-selected(jr:choice-name(${c}, '${d}'))")).toEqual(['a', 'b', 'c', 'd'])
  expect(namesIn('${a} +')).toEqual([])
})

test('chance is told from what can be worked out again', () => {
  const isLuck = (source: string) => {
    const { tree } = parseExpression(source)
    return tree !== undefined && isChance(tree)
  }
  expect([isLuck('1 + random()'), isLuck('once(uuid())'), isLuck('today() + 1')]).toEqual([true, true, false])
})

const meaning = {
  ...surroundings,
  self: 'gait',
  choicesOf: (name: string) =>
    ({ gait: new Set(['sound', 'lame']), grade: new Set(['0', '1', '2']), wet: new Set(['yes', 'no', 'na']) })[name],
  typeOf: (name: string) =>
    (({ gait: 'text', grade: 'text', wet: 'text', tag: 'text', fed: 'text' }) as const)[name] ??
    surroundings.typeOf(name),
}
test.each([
  // A choice that is there no longer.
  ["${gait} = 'lame' or ${gait} != ''", []],
  ["${gait} = 'limping'", ['unknown_choice "\'limping\'"']],
  ["'limping' != ${gait}", ['unknown_choice "\'limping\'"']],
  ["selected(${gait}, 'lame') and selected(., 'gone')", ['unknown_choice "\'gone\'"']],
  ["${gait} = 'sound lame'", []],
  ['${grade} = 2 and ${grade} != 3', ['unknown_choice "3"']],
  ["${wet} = 'na' and ${wet} = 'oui'", ['unknown_choice "\'oui\'"']],
  ["${tag} = 'anything'", []],
  // What no number, day or time can be compared with.
  ["${n} > 'many'", ['expression_type "\'many\'"']],
  ["${n} = 'many' or ${n} = '' or ${n} = '4'", ['expression_type "\'many\'"']],
  ["${birth} < '2026-02-28' and ${birth} < '2026-02-30'", ['expression_type "\'2026-02-30\'"']],
  ["${fed} > '08:00'", []],
  ["date('2026-02-30') < today()", ['expression_type "\'2026-02-30\'"']],
  ["format-date-time('08:00', '%H') + decimal-time('06:00:00.000+01:00')", []],
  // Rows are counted, and are no number.
  ['${animals} > 3', ['no_value "${animals}"']],
  ['count(${animals}) + ${animals}', ['no_value "${animals}"']],
  ['indexed-repeat(${n}, ${word}, 1)', ['not_a_repeat "${word}"']],
  ['indexed-repeat(${n}, ${animals}, position(..) - 1)', []],
])('%s can make sense, or says where it cannot', (source, expected) => {
  expect(found(source, meaning)).toEqual(expected)
})

test('without an answer of its own, nothing asks for it', () => {
  const nowhere = { ...surroundings, hasSelf: false }
  expect(found('once(1) + string-length() + string-length(${word})', nowhere)).toEqual([
    'no_self "once(1)"',
    'no_self "string-length()"',
  ])
})
