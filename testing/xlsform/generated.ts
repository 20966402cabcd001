/** Forms for tests, made from a seed: every construct of the definition, alone and nested. */

import type { Definition, Element, Section } from '#shared/forms/definition.ts'
import { type Choice, type ChoiceSet, contextKeys, type Default } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'
import { keyboards } from '#shared/forms/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { locales } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'

/** Mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    chance: (share: number) => next() < share,
    whole: (below: number) => Math.floor(next() * below),
    pick: <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)] as One,
  }
}

const words = [
  'Water?',
  ' leading and trailing ',
  '=SUM(A1)',
  '-1 and less',
  '@home',
  '+36',
  'two\nlines',
  'a\r\nb',
  '<b>bold</b> and <span style="color:red">red</span>',
  '**bold** [link](https://x.example)',
  '_x000D_ escaped',
  'ő ű ß é',
  'مرحبا بالعالم',
  '\u0001control\u200b',
  '"quoted", \'single\'; semicolon',
  '',
  '😀',
  '5 < 6 & 7',
  'x'.repeat(4_900),
]

export function generatedForm(seed: number): Definition {
  const random = randomFrom(seed)
  let count = 0
  const id = (kind: string) => `${kind}${random.pick(['', '_', '-', '.'])}${++count}`
  const names: string[] = []
  const text = (): LocalizedText =>
    Object.fromEntries(locales.filter(() => random.chance(0.5)).map(locale => [locale, random.pick(words)]))
  const maybe = <Part extends object>(share: number, part: () => Part): Part | object =>
    random.chance(share) ? part() : {}
  const reference = () => (names.length > 0 ? `\${${random.pick(names)}}` : "'none'")
  const expression = (): string =>
    random.pick([
      () => `${reference()} = 'yes'`,
      () => `selected(${reference()}, 'a') and not(${reference()} = "b")`,
      () => `if(${reference()} != '', 1, -2.5)`,
      () => `- 1  +  count-selected(${reference()})`,
      () => 'today() > date("2020-01-01")',
      () => `once(random())`,
      () => `coalesce(${reference()}, ${reference()})`,
      () => `regex(${reference()}, '[a-z]+')`,
    ])()
  const choice = (index: number): Choice => ({
    id: random.pick([`c${index}`, `${index}`, `válasz${index}`, `c-${index}.x`]),
    label: text(),
    ...maybe(0.2, () => ({ picture: picture() })),
    ...maybe(0.3, () => ({ points: random.whole(5) })),
    ...maybe(0.2, () => ({ grade: random.whole(4), fails: random.chance(0.5) })),
    ...maybe(0.2, () => ({ exclusive: true })),
    ...maybe(0.4, () => ({
      attributes: { region: random.pick(['north', ' south ', '=1', '']), ...maybe(0.3, () => ({ label: 'odd' })) },
    })),
  })
  const choices = () => Array.from({ length: random.whole(4) }, (_, index) => choice(index))
  const picture = () => ({
    name: random.pick(['ear.jpg', ' a b.png', 'مثال.jpg']),
    ...maybe(0.5, () => ({ uuid: '6c0a1b7e-3f52-4c36-9d50-9b6a4f4a8f10', description: text() })),
  })
  const sets: ChoiceSet[] = Array.from({ length: random.whole(3) }, () => ({
    id: id('set'),
    ...maybe(0.4, () => ({ name: text() })),
    choices: choices(),
  }))
  const initial = (question: string): Default =>
    random.pick<() => Default>([
      () => ({ from: 'expression', expression: expression() }),
      () => ({ from: 'context', key: random.pick(contextKeys) }),
      () => ({ from: 'last_answer' }),
      () => ({
        from: 'fixed',
        value: random.pick([
          'yes',
          'now()',
          '5',
          ' x ',
          5,
          -1,
          ['a', 'b'],
          [],
          '2020-01-02',
          { latitude: 1, longitude: 2 },
          question,
        ]),
      }),
    ])()
  const effect = () => ({
    ...maybe(0.5, () => ({
      task: { title: text(), priority: 'high' as const, due_after: 'P1D', assignee: 'manager' as const },
    })),
    ...maybe(0.3, () => ({ notify: { to: [{ role_id: roles.manager }, 'submitter' as const], message: text() } })),
    ...maybe(0.3, () => ({ set_status: 'attention' as const })),
  })
  const common = (kind: string) => ({
    id: id(kind),
    label: text(),
    ...maybe(0.3, () => ({ hint: text() })),
    ...maybe(0.2, () => ({ picture: picture() })),
    ...maybe(0.1, () => ({ guide: { guide_id: 3, anchor: 'water' } })),
    ...maybe(0.3, () => ({ visible_if: expression() })),
    ...maybe(0.2, () => ({ appearance: random.pick(['w2', 'no-calendar w1', 'maps', 'sparkling', 'Minimal Blue']) })),
  })
  const types: Question['type'][] = [
    'yes_no',
    'single_choice',
    'multiple_choice',
    'number',
    'slider',
    'rating',
    'text',
    'date',
    'time',
    'date_time',
    'photo',
    'file',
    'signature',
    'barcode',
    'place',
    'shape',
    'animal',
    'animal_group',
    'location',
    'vehicle',
    'user',
    'calculated',
    'hidden',
  ]
  const question = (): Question => {
    const type = random.pick(types)
    const base = common(type)
    const logic = {
      ...maybe(0.1, () => ({ source: text() })),
      ...maybe(0.3, () => ({ required: random.chance(0.8) })),
      ...maybe(0.2, () => ({ required_if: expression() })),
      ...maybe(0.2, () => ({ required_message: text() })),
      ...maybe(0.1, () => ({ read_only: true })),
      ...maybe(0.1, () => ({ read_only_if: expression() })),
      ...maybe(0.3, () => ({ default: initial(base.id) })),
      ...maybe(0.1, () => ({ calculate: expression() })),
      ...maybe(0.3, () => ({
        constraints: Array.from({ length: 1 + random.whole(2) }, () => ({
          holds: `. != '' or ${expression()}`,
          ...maybe(0.6, () => ({ message: text() })),
        })),
      })),
      ...maybe(0.2, () => ({ triggers: [{ id: id('trigger'), when: `. = 'no'`, require_note: true, ...effect() }] })),
      ...maybe(0.1, () => ({ ends_form_if: `. = 'no'` })),
    }
    const judged = {
      ...maybe(0.2, () => ({ critical: true })),
      ...maybe(0.2, () => ({ when_failed: effect() })),
      ...maybe(0.2, () => ({ weight: 2.5 })),
    }
    const ranges = maybe(0.3, () => ({ ranges: [{ up_to: 5, points: 2 }, { fails: true }] }))
    const whole = { type, ...base, ...logic }
    switch (type) {
      case 'yes_no':
        return {
          ...whole,
          type,
          ...judged,
          ...maybe(0.5, () => ({ good: 'yes' as const, points: 3 })),
          ...maybe(0.4, () => ({ not_applicable: true })),
        }
      case 'single_choice':
      case 'multiple_choice': {
        const set = sets.length > 0 && random.chance(0.5) ? random.pick(sets) : undefined
        return {
          ...whole,
          type,
          ...judged,
          choices: set ? [] : choices(),
          ...(set && { choice_set: set.id }),
          ...maybe(0.3, () => ({ choice_filter: `name != ${reference()}` })),
          ...maybe(0.5, () => ({ layout: random.pick(['buttons', 'list', 'pictures'] as const) })),
          ...(type === 'multiple_choice' && maybe(0.3, () => ({ ranked: true }))),
        }
      }
      case 'number':
        return {
          ...whole,
          type,
          ...judged,
          ...ranges,
          ...maybe(0.5, () => ({ decimals: random.whole(11) })),
          ...maybe(0.5, () => ({ min: -1.5 })),
          ...maybe(0.5, () => ({ max: 9, unit: text() })),
        }
      case 'slider':
        return {
          ...whole,
          type,
          ...judged,
          ...ranges,
          min: -5,
          max: random.whole(20),
          step: 0.5,
          ...maybe(0.5, () => ({ min_label: text(), max_label: text() })),
        }
      case 'rating':
        return { ...whole, type, ...judged, ...ranges, levels: 2 + random.whole(9) }
      case 'calculated':
        return {
          ...whole,
          type,
          ...judged,
          ...ranges,
          calculate: expression(),
          ...maybe(0.5, () => ({ hidden: true })),
          ...maybe(0.3, () => ({ decimals: 2 })),
        }
      case 'text':
        return {
          ...whole,
          type,
          ...maybe(0.5, () => ({ long: random.chance(0.8) })),
          ...maybe(0.4, () => ({ keyboard: random.pick([...keyboards]) })),
        }
      case 'shape':
        return { ...whole, type, ...maybe(0.5, () => ({ closed: true })) }
      case 'file':
        return { ...whole, type, ...maybe(0.5, () => ({ media: random.pick(['audio', 'video'] as const) })) }
      case 'photo':
        return { ...whole, type, ...maybe(0.4, () => ({ max_pixels: 1024 })) }
      case 'place':
        return { ...whole, type, ...maybe(0.5, () => ({ accuracy: 7.5 })), ...maybe(0.3, () => ({ at_start: true })) }
      case 'animal':
      case 'animal_group':
      case 'location':
      case 'vehicle':
      case 'user':
        return { ...whole, type, ...maybe(0.5, () => ({ many: true })) }
      default:
        return { ...whole, type } as Question
    }
  }
  const elements = (depth: number): Element[] =>
    Array.from({ length: random.whole(depth > 2 ? 2 : 5) }, (): Element => {
      if (random.chance(0.1)) return { type: 'instruction', ...common('note'), ...maybe(0.5, () => ({ body: text() })) }
      if (random.chance(0.15))
        return {
          type: 'group',
          ...common('group'),
          questions: elements(depth + 1),
          ...maybe(0.3, () => ({ layout: 'table' as const })),
        }
      if (random.chance(0.15)) {
        const base = common('repeat')
        return {
          type: 'repeat',
          ...base,
          questions: elements(depth + 1),
          ...maybe(0.6, () => ({
            rows: random.pick([
              { from: 'count' as const, count: expression() },
              { from: 'animals' as const, animal: 'animal_1' },
              { from: 'sample' as const, population: expression(), sample: { confidence: 95 as const, precision: 5 } },
            ]),
          })),
          ...maybe(0.3, () => ({ row_label: text(), min_rows: 1, max_rows: 9, layout: 'table' as const })),
          ...maybe(0.2, () => ({ measures: [{ id: id('measure'), label: text(), question: 'cow', at_least: 2 }] })),
        }
      }
      const made = question()
      names.push(made.id)
      return made
    })
  const sections: Section[] = Array.from({ length: 1 + random.whole(4) }, () => ({
    id: id('section'),
    title: text(),
    ...maybe(0.3, () => ({ hint: text() })),
    ...maybe(0.3, () => ({ visible_if: expression() })),
    ...maybe(0.3, () => ({ same_page: true, weight: 3, pass_percent: 70 })),
    questions: elements(0),
  }))
  return {
    schema: 1,
    default_language: random.pick(locales),
    sections,
    ...(sets.length > 0 && { choice_sets: sets }),
    ...maybe(0.5, () => ({ scoring: { pass_percent: 60, bands: { good: 80, attention: 50 } } })),
    ...maybe(0.3, () => ({ triggers: [{ id: id('all'), when: { on: 'critical' as const }, ...effect() }] })),
    ...maybe(0.3, () => ({ footer: text() })),
    ...maybe(0.3, () => ({ settings: { score_preview: true, thanks: text() } })),
    ...maybe(0.3, () => ({
      translated_from: Object.fromEntries(
        Array.from({ length: 2_000 }, (_, index) => [`question_${index}.label`, { hu: 'abc12', de: 'zzz' }]),
      ),
    })),
  }
}
