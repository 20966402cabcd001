/** The headings of columns as people write them: every alias that XLSForm's converter knows, and the language at their end. */

/** `key` is the one name that the import knows the column by; `language` as it is written. */
export type Column = { heading: string; key: string; language: string | null }

export type SheetName = 'survey' | 'choices' | 'external_choices' | 'settings'

/** Before the headings of columns that only tend reads. */
export const ownPrefix = 'tend::'

const aliases: Readonly<Record<string, string>> = {
  command: 'type',
  tag: 'name',
  caption: 'label',
  relevance: 'relevant',
  constraintmsg: 'constraint_message',
  'jr:constraintmsg': 'constraint_message',
  constraint_msg: 'constraint_message',
  required_msg: 'required_message',
  requiredmsg: 'required_message',
  'jr:requiredmsg': 'required_message',
  calculate: 'calculation',
  readonly: 'read_only',
  'jr:count': 'repeat_count',
  count: 'repeat_count',
  listname: 'list_name',
  list: 'list_name',
  guidance: 'guidance_hint',
  'entities:saveto': 'save_to',
  'big-image': 'media::big-image',
  image: 'media::image',
  audio: 'media::audio',
  video: 'media::video',
  title: 'form_title',
  set_form_title: 'form_title',
  id_string: 'form_id',
  set_form_id: 'form_id',
}

const translated = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media::image',
  'media::big-image',
  'media::audio',
  'media::video',
  'kobo--rank-constraint-message',
])
const known: Readonly<Record<string, ReadonlySet<string>>> = {
  survey: new Set([
    ...translated,
    'type',
    'name',
    'relevant',
    'required',
    'constraint',
    'calculation',
    'read_only',
    'repeat_count',
    'choice_filter',
    'default',
    'appearance',
    'parameters',
    'disabled',
    'kobo--matrix_list',
    'kobo--score-choices',
    'kobo--rank-items',
  ]),
  choices: new Set([...translated, 'list_name', 'name']),
  external_choices: new Set([...translated, 'list_name', 'name']),
  settings: new Set(['form_title', 'form_id', 'name', 'version', 'default_language', 'allow_choice_duplicates']),
}

/** Headings that mean something to other tools, in contrast to columns with remarks. */
export const isMeant = (heading: string): boolean =>
  /^(?:trigger|save_?to|autoplay|intent|query|no_?app_?error_?string|compact_tag|relevant|constraint)$|:/i.test(heading)

/** Prefixes that say only which part of the converted form a column belongs to. */
const wrappings = new Set(['bind', 'control', 'body'])

/** Reads a heading of a sheet. What is unknown there keeps its heading as its key, after `?`. */
export function columnOf(heading: string, sheet: SheetName): Column {
  const own = new RegExp(`^${ownPrefix}`, 'i').exec(heading)
  if (own) return { heading, key: ownPrefix + heading.slice(own[0].length).trim().toLowerCase(), language: null }
  const parts = partsOf(heading)
  const names = wrappings.has(plain(parts[0])) && parts.length > 1 ? parts.slice(1) : parts
  const [first, second] = [plain(names[0]), names[1]]
  if (first === 'media' && second !== undefined)
    return recognised(`media::${plain(second)}`, names.slice(2), heading, sheet)
  const key = sheet.endsWith('choices') && first === 'value' ? 'name' : (aliases[first] ?? first)
  return recognised(key, names.slice(1), heading, sheet)
}

function recognised(key: string, rest: string[], heading: string, sheet: string): Column {
  const language = rest.join('::').trim() || null
  const isKnown = known[sheet]?.has(key) && (language === null || translated.has(key))
  return isKnown ? { heading, key, language } : { heading, key: `?${heading}`, language: null }
}

/** "label::English (en)", "label : English"; the colon of "jr:count" is part of a name. */
function partsOf(heading: string): string[] {
  const parts = heading.includes('::')
    ? heading.split('::')
    : heading.split(/(?<!\b(?:jr|odk|orx|entities|oc|kobo)\s*):/i)
  return parts.map(part => part.trim())
}

const plain = (part = '') => part.trim().toLowerCase().replace(/\s+/g, '_')
