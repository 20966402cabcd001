/** Arabic counts in six forms and knows nobody's gender; what people wrote keeps its own direction. */
import { expect, test } from 'vitest'
import { mergedTexts } from '../scripts/localesPlugin.ts'

/** All texts below a value, each with its path. */
function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key))
}

const texts = textsIn(mergedTexts('ar'), '')
const without = (pattern: RegExp) => texts.flatMap(([path, text]) => (pattern.test(text) ? [`${path}: ${text}`] : []))
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** Each counted text by form, and the figure that it counts. */
function families() {
  const found = new Map<string, Partial<Record<(typeof forms)[number], string>>>()
  for (const [path, text] of texts) {
    const [, base, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(path) ?? []
    if (base && form) found.set(base, { ...found.get(base), [form]: text })
  }
  return [...found].filter(([, one]) => one.other)
}

/** A size brings its own unit ("5 GB"), so that its word is not counted. */
const sizes = ['plans.upTo.storage']
const figure = /{{(?:count|number|amount)}}/
const besideColon = /[:(]\s*[\u2066-\u2069]?{{(?:count|number|amount)}}/

/** Placeholders of figures, days and times, which follow the direction of the text. */
const figures = new Set(
  (
    'count number numbers date day time when maximum minimum version versions position amount total percent size of done ' +
    'days nth from until to average duration row step line place year years page pattern metres seed score half next ' +
    'part points id heads capacity area used limit shown all figure answered good attention confidence precision sample ' +
    'herd due seconds before after responses cap low high failed judged grade links found most affected counted at'
  ).split(' '),
)

/** Things, not people: a location or a form may be named after its verb. */
const allowedSubjects = ['locations.movedInto: ']

/** «You» beside what one wrote oneself is written alike for everybody. */
const saidByPeople = ['messaging.you: ', 'publicCase.you: ']

test('every counted text has six forms', () => {
  expect(families().flatMap(([base, one]) => (Object.keys(one).length === forms.length ? [] : [base]))).toEqual([])
})

test('zero and two say their word without a figure, and few differs from many', () => {
  const wrong = families().flatMap(([base, { zero = '', two = '', few = '', many = '', other = '' }]) => [
    ...(figure.test(zero) || figure.test(two) ? [`${base}: ${zero} / ${two}`] : []),
    ...(figure.test(few) && few === many && !besideColon.test(few) ? [`${base}: ${few}`] : []),
    // After a hundred the noun is in the genitive; the ending of 11 to 99 does not belong there.
    ...(/{{(?:count|number|amount)}}\s+\S+ًا/.test(other) ? [`${base}: ${other}`] : []),
  ])
  expect(wrong.filter(line => !sizes.includes(line.split(': ')[0] ?? ''))).toEqual([])
})

test('no verb of a man stands before a person’s name', () => {
  const verbs =
    'سجّل|سجّله|أسند|عبّأ|عبّأه|اعتمد|رفض|سحب|ذكر|ذكرك|صحّح|أعاد|ترك|أنجز|أنجزها|انضم|غادر|غيّر|دوّن|دوّنه|أتمّ|اختار|' +
    'يدعو|يدعوك|يطلب|يستطيع|يكتب|يعدّل|أصبح|أُزيل|أُوقف|أجراه'
  const before = new RegExp(`(?:^|[\\s«(])(?:${verbs})\\s+[\\u2067\\u2068]?{{(?:by|person|inviter|helper|name|names)}}`)
  expect(without(before).filter(line => !allowedSubjects.some(path => line.startsWith(path)))).toEqual([])
})

test('nobody is told what to do as a man', () => {
  const imperatives =
    'اختر|اكتب|أدخل|أضف|احفظ|افتح|اضغط|حاول|انظر|راجِع|سجّل|ادعُ|أرسل|استخدم|اطلب|اسأل|انتظر|عدّل|حدّد|احذف|امسح|ابدأ|' +
    'أنشئ|اذكر|عبّئ|قارن|أوقف|ابحث|التقط|اسحب|أفلت|انشر|أجب|ألغِ|أزل|وجّه|اترك|اقرأ|جرّب|دوّن|صدّر|أعطِ|أنت'
  const alone = new RegExp(`(?<![\\p{L}\\p{M}])[وف]?(?:${imperatives})(?![\\p{L}\\p{M}])`, 'u')
  expect(without(alone).filter(line => !saidByPeople.some(path => line.startsWith(path)))).toEqual([])
})

test('a text that begins with a percentage says its direction before it', () => {
  // An Arabic percentage has marks from left to right in it, which would turn the whole text around.
  expect(without(/^\{\{(?:percent|share|average|score)\}\}.*\p{Script=Arabic}/u)).toEqual([])
})

test('figures, references and expressions are not turned around', () => {
  expect(without(/(?<!\u2066[^\u2069]*)(?:\d\/[A-Z]|±|\$\{)/)).toEqual([])
  expect(without(/٪/)).toEqual([])
})

test('words that may be Latin keep their own direction', () => {
  const inner = /[\u2066-\u2068]|\u2069|\$t\([^)]*\)|{{([^},]+)[^}]*}}/g
  const bare = texts.flatMap(([path, text]) => {
    let depth = 0
    return [...text.matchAll(inner)].flatMap(([mark, name]) => {
      if (/[\u2066-\u2068]/.test(mark)) depth++
      if (mark === '\u2069') depth--
      const isBare = name !== undefined && depth === 0 && text !== mark && !figures.has(name.trim())
      return isBare ? [`${path}: ${text}`] : []
    })
  })
  // The sentences of notifications get their isolates with the names, as every language needs them there.
  expect(bare.filter(line => !line.startsWith('notifications.sentences.'))).toEqual([])
})

test('no label is a bare question word', () => {
  expect(without(/^(?:ماذا|متى|لمن|أين|لماذا|كم|كيف)$/)).toEqual([])
})
