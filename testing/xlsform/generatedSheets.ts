/**
 * For tests: an XLSForm without faults as a person might write it, made from a seed. Every cell holds a word of its
 * own, so that it can be looked for in the imported form.
 */

import type { Sheet } from '#server/forms/xlsform/table.ts'
import { randomFrom } from './generated.ts'

type Cells = Record<string, string>

/** Each column under one of its names. */
const headings: Record<string, readonly string[]> = {
  type: ['type', 'Type', 'command'],
  name: ['name', 'Name ', 'NAME'],
  'label::en': ['label::English (en)', 'label:English', 'caption::en', 'Label :: english'],
  'label::hu': ['label::Magyar (hu)', 'label::hu', 'label::Hungarian'],
  'label::sw': ['label::Swahili (sw)', 'label:sw'],
  'hint::en': ['hint::English (en)', 'Hint::en'],
  'guidance_hint::en': ['guidance_hint::English (en)', 'guidance::en'],
  relevant: ['relevant', 'bind::relevant', 'relevance', 'bind:relevant'],
  constraint: ['constraint', 'bind::constraint'],
  'constraint_message::en': ['constraint_message::English (en)', 'constraintMsg::en', 'jr:constraintMsg::en'],
  required: ['required', 'bind::required'],
  'required_message::en': ['required_message::English (en)', 'requiredMsg::en'],
  calculation: ['calculation', 'bind::calculate', 'calculate'],
  read_only: ['read_only', 'readonly', 'Read Only'],
  default: ['default'],
  appearance: ['appearance', 'control::appearance', 'body::appearance'],
  parameters: ['parameters'],
  repeat_count: ['repeat_count', 'jr:count', 'control::jr:count'],
  choice_filter: ['choice_filter', 'Choice Filter'],
  'media::image': ['media::image', 'image'],
  'media::audio': ['media::audio', 'audio'],
  trigger: ['trigger'],
  'instance::tag': ['instance::tag'],
  disabled: ['disabled'],
}

const plainTypes = 'text integer decimal date time dateTime image file barcode geopoint note acknowledge range'.split(
  ' ',
)
const foreignTypes = [
  'background-audio',
  'osm',
  'text audit',
  'select_one ${cows}',
  'select_one_from_file farms.xml',
  'audit',
]
const unseenTypes = ['start', 'end', 'today', 'username', 'deviceid', 'hidden']

export function generatedSheets(seed: number): Sheet[] {
  const random = randomFrom(seed)
  let count = 0
  const word = (kind: string) => `${kind}${++count}x`
  const maybe = (share: number, part: () => Cells): Cells => (random.chance(share) ? part() : {})
  const rows: Cells[] = []
  const asked: string[] = []
  const reference = () => (asked.length > 0 ? `\${${random.pick(asked)}}` : "''")
  const expression = () =>
    random.pick([
      () => `${reference()} != '${word('literal')}'`,
      () => `selected(${reference()}, '${word('literal')}') or count-selected(${reference()}) > 2`,
      () => `not(${reference()} = "${word('literal')}") and string-length(${reference()}) < 9`,
      () => `if(${reference()} = ‘${word('literal')}’, true(), false())`,
    ])()
  const words = (): Cells => ({
    'label::en': `Is it <b>${word('label')}</b>? \${${random.pick(asked) ?? 'first'}}`,
    ...maybe(0.5, () => ({ 'label::hu': word('felirat') })),
    ...maybe(0.2, () => ({ 'label::sw': word('lebo') })),
    ...maybe(0.3, () => ({ 'hint::en': word('hint') })),
    ...maybe(0.1, () => ({ 'guidance_hint::en': word('guidance') })),
    ...maybe(0.3, () => ({ relevant: expression() })),
    ...maybe(0.1, () => ({ 'media::image': `${word('image')}.png` })),
    ...maybe(0.1, () => ({ 'media::audio': `${word('audio')}.mp3` })),
    ...maybe(0.1, () => ({ 'instance::tag': word('tag') })),
    ...maybe(0.2, () => ({ appearance: random.pick(['', 'field-list ', 'w1 ']) + word('look') })),
  })
  const logic = (): Cells => ({
    ...maybe(0.3, () => ({ constraint: `. != '${word('literal')}' and ${expression()}` })),
    ...maybe(0.3, () => ({ 'constraint_message::en': word('message') })),
    ...maybe(0.3, () => ({ required: random.pick(['yes', 'TRUE', 'true()', 'no', expression()]) })),
    ...maybe(0.2, () => ({ 'required_message::en': word('wanted') })),
    ...maybe(0.1, () => ({ read_only: random.pick(['yes', 'FALSE', expression()]) })),
    ...maybe(0.1, () => ({ trigger: reference() })),
  })
  const question = (): Cells => {
    const name = word('q')
    const whole = (cells: Cells) => {
      const made = { name, ...words(), ...cells }
      asked.push(name)
      return made
    }
    if (random.chance(0.1)) return { name, type: random.pick(foreignTypes), ...words() }
    if (random.chance(0.1)) return { name, type: random.pick(unseenTypes) }
    if (random.chance(0.1))
      return whole({ appearance: '', type: 'calculate', calculation: `concat('${word('literal')}', ${reference()})` })
    if (random.chance(0.3)) {
      const verb = random.pick(['select_one', 'select one', 'select_multiple', 'select all that apply'])
      const isOther = random.chance(0.2)
      const filter = maybe(0.3, () => ({ choice_filter: `region = ${reference()} or name != '${word('literal')}'` }))
      return whole({ ...logic(), ...(isOther ? {} : filter), type: `${verb} places${isOther ? ' or_other' : ''}` })
    }
    const type = random.pick(plainTypes)
    const more: Cells = type === 'range' ? { parameters: `start=1 end=${2 + random.whole(9)} ${word('extra')}=1` } : {}
    // Nobody can write in a note anyway.
    const fixed: Cells = type === 'note' ? { read_only: '' } : {}
    const initial = type === 'text' ? maybe(0.4, () => ({ default: word('default') })) : {}
    return whole({ ...logic(), ...more, ...initial, ...fixed, type })
  }
  const frame = (depth: number): void => {
    const begin = random.pick([
      'begin group',
      'begin_group',
      'begin repeat',
      'begin_repeat',
      'begin kobomatrix',
      'begin group',
    ])
    if (begin === 'begin kobomatrix') {
      rows.push({ type: begin, name: word('m'), ...words(), 'kobo--matrix_list': 'places' })
      rows.push({ type: 'integer', name: word('cell'), 'label::en': word('label') }, { type: 'end kobomatrix' })
      return
    }
    const isRepeat = begin.includes('repeat')
    const name = word('g')
    const cells = {
      ...words(),
      ...(isRepeat
        ? maybe(0.4, () => ({ repeat_count: expression() }))
        : maybe(0.2, () => ({ appearance: 'table-list' }))),
    }
    rows.push({ type: begin, name, ...cells })
    // What stands in a repeat cannot be asked for outside of it by name alone, everywhere.
    const before = asked.length
    some(depth + 1)
    if (isRepeat) asked.length = before
    rows.push({ type: begin.replace('begin', 'end') })
  }
  const switchedOff = () => {
    const before = asked.length
    rows.push({ ...question(), disabled: 'yes' })
    asked.length = before
  }
  const some = (depth: number): void => {
    for (let index = 1 + random.whole(depth > 2 ? 2 : 6); index > 0; index--)
      random.pick([
        ...Array<() => void>(6).fill(() => rows.push(question())),
        () => (depth < 3 ? frame(depth) : undefined),
        () => rows.push({ type: `# ${word('remark')}`, 'label::en': word('label') }),
        switchedOff,
      ])()
  }
  rows.push({ type: 'text', name: 'first', 'label::en': word('label') })
  asked.push('first')
  some(0)
  const choices = Array.from(
    { length: 2 + random.whole(4) },
    (): Cells => ({
      list_name: 'places',
      name: word('choice'),
      'label::en': word('label'),
      ...maybe(0.3, () => ({ 'label::sw': word('lebo') })),
      ...maybe(0.6, () => ({ region: word('region') })),
      ...maybe(0.1, () => ({ 'media::audio': `${word('audio')}.mp3` })),
    }),
  )
  const settings = {
    form_title: word('title'),
    default_language: 'English (en)',
    style: word('style'),
    version: word('version'),
  }
  const sheet = (name: string, lines: Cells[]): Sheet => {
    const columns = [...new Set(lines.flatMap(line => Object.keys(line)))]
    const named = columns.map(column => random.pick(headings[column] ?? [column]))
    const cellsOf = (line: Cells) =>
      columns.flatMap((column, at) => (line[column] ? [[at, line[column]] as const] : []))
    const whole = [{ number: 1, cells: new Map(named.map((heading, at) => [at, heading])) }]
    return {
      name,
      rows: [...whole, ...lines.map((line, index) => ({ number: index + 2, cells: new Map(cellsOf(line)) }))],
    }
  }
  return [sheet('survey', rows), sheet(random.pick(['choices', 'Choices ']), choices), sheet('settings', [settings])]
}
