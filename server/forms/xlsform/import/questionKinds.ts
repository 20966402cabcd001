/**
 * What the words in the type column mean: every alias that XLSForm's converter knows, and the types that tend does not
 * carry.
 */

export type Frame = 'loop' | 'matrix' | 'score' | 'rank'
/** The place of a question's list, if not among the choices: in its group, or on the sheet of external choices. */
export type ListSource = 'score' | 'rank' | 'external'

export type Kind =
  | {
      row: 'question'
      type: string
      list?: string | undefined
      /** Whose rows it offers, instead of a list. */
      file?: string
      orOther?: boolean | undefined
      listOf?: ListSource
    }
  /** `frame` is the meaning of a group (`expanded`), with the list that a loop goes through. */
  | { row: 'begin' | 'end'; type: 'group' | 'repeat'; frame?: Frame; list?: string | undefined }
  /** Known to XLSForm, and not carried over. */
  | { row: 'foreign'; type: string }
  | { row: 'unknown'; type: string }

const aliases: Readonly<Record<string, string>> = {
  string: 'text',
  'add text prompt': 'text',
  q_string: 'text',
  'add note prompt': 'note',
  int: 'integer',
  'add integer prompt': 'integer',
  q_int: 'integer',
  'add decimal prompt': 'decimal',
  'add date prompt': 'date',
  'add time prompt': 'time',
  'date time': 'datetime',
  date_time: 'datetime',
  'add date time prompt': 'datetime',
  photo: 'image',
  picture: 'image',
  'add image prompt': 'image',
  'add photo prompt': 'image',
  q_image: 'image',
  'add file prompt': 'file',
  q_picture: 'image',
  location: 'geopoint',
  gps: 'geopoint',
  'q geopoint': 'geopoint',
  'q location': 'geopoint',
  'add location prompt': 'geopoint',
  'q barcode': 'barcode',
  'add barcode prompt': 'barcode',
  'q calculate': 'calculate',
  'add calculate prompt': 'calculate',
  calculation: 'calculate',
  trigger: 'acknowledge',
  'q acknowledge': 'acknowledge',
  'add acknowledge prompt': 'acknowledge',
  'start time': 'start',
  starttime: 'start',
  'get start time': 'start',
  'end time': 'end',
  endtime: 'end',
  'get end time': 'end',
  'get today': 'today',
  'device id': 'deviceid',
  imei: 'deviceid',
  'get device id': 'deviceid',
  'phone number': 'phonenumber',
  'get phone number': 'phonenumber',
  'calculate here': 'calculate_here',
  deviceinfo: 'device-info',
  device_info: 'device-info',
}

const carried = new Set(
  (
    'text note integer decimal range date time datetime image file audio video geopoint geotrace geoshape ' +
    'barcode calculate hidden acknowledge start end today deviceid username email tel phonenumber caseid ' +
    'start-geopoint duration device-info calculate_here'
  ).split(' '),
)
const foreign = new Set(
  (
    'background-audio simserial subscriberid sim_id audit xml-external csv-external osm url ' +
    'background-geopoint uri:deviceid uri:username uri:phonenumber uri:email uri:subscriberid uri:simserial ' +
    'comments'
  ).split(' '),
)
/** What SurveyCTO watches while a form is filled in. */
const watched = /^(?:text audit|audio audit|speed violations\b.*|sensor[_ ](?:statistic|stream)\b.*)$/

const selects = new RegExp(
  [
    /^(?:add\s+)?(select[\s_]*(?:one|1)|select1|select(?:[\s_]*(?:multiple|all[\s_]*that[\s_]*apply))|rank)/,
    /(?:\s+prompt)?(?:[\s_]+(from[\s_]+file)\b|\s+(?:from|using)\b)?(?:\s+(.+))?$/,
  ]
    .map(({ source }) => source)
    .join(''),
  'i',
)
/** SurveyCTO's way to say it before the list. */
const withOther = /^(select[\s_]*(?:one|multiple))[\s_]+with[\s_]+other\s+(.+)$/i
const other = /\s+(?:or[\s_]+other|or[\s_]+specify[\s_]+other)$/i

/** Reads one cell of the type column. */
export function kindOf(written: string): Kind {
  const text = written.trim().replace(/\s+/g, ' ').replace(withOther, '$1 $2 or_other')
  const lower = text.toLowerCase()
  const frame = frameOf(text)
  if (frame) return frame
  if (lower === 'score__row') return { row: 'question', type: 'select_one', listOf: 'score' }
  if (lower === 'rank__level') return { row: 'question', type: 'select_one', listOf: 'rank' }
  const external = /^select_?(one|multiple)_external\s+(.+)$/i.exec(text)
  if (external)
    return { row: 'question', type: `select_${external[1]?.toLowerCase()}`, list: external[2], listOf: 'external' }
  const select = selects.exec(text)
  if (select) return selectKind(text, select)
  const type = aliases[lower] ?? lower
  if (carried.has(type)) return { row: 'question', type }
  // A word before a colon is another tool's own: "db:person".
  return foreign.has(type) || watched.test(type) || /^osm |^[a-z]+:\S/.test(type)
    ? { row: 'foreign', type: text }
    : { row: 'unknown', type: text }
}

const frames: Readonly<Record<string, Frame>> = { kobomatrix: 'matrix', score: 'score', rank: 'rank' }

/** Beginnings and ends of groups, repeats, loops, and of what Kobo adds to them. */
function frameOf(text: string): Kind | undefined {
  const [, edge = '', word = '', list] =
    /^(begin|end)[ _]*(group|repeat|looped[ _]group|loop|lgroup|kobomatrix|score|rank)(?:[ _]+over[ _]+(\S.*))?$/i.exec(
      text,
    ) ?? []
  if (word === '') return undefined
  const row = edge.toLowerCase() === 'begin' ? 'begin' : 'end'
  const what = word.toLowerCase()
  if (list !== undefined) return { row, type: 'group', frame: 'loop', list }
  const frame = frames[what]
  if (frame) return { row, type: 'group', frame }
  // The end of a loop does not say which of the two kinds it was.
  if (what === 'loop' && row === 'end') return { row, type: 'repeat', frame: 'loop' }
  return { row, type: what === 'group' ? 'group' : 'repeat' }
}

function selectKind(text: string, [, verb = '', fromFile, rest = '']: RegExpExecArray): Kind {
  const list = rest.replace(other, '').trim()
  const type = /^rank$/i.test(verb) ? 'rank' : /multiple|all/i.test(verb) ? 'select_multiple' : 'select_one'
  // Rows of a repeat, or of a file that is no table, instead of a list.
  const isForeign = list.startsWith('${') || /\.(?:xml|geojson)$/i.test(list)
  if (isForeign || (fromFile && list === '')) return { row: 'foreign', type: text }
  if (fromFile || /\.csv$/i.test(list)) return { row: 'question', type, file: list }
  return { row: 'question', type, list, orOther: other.test(` ${rest}`) }
}
