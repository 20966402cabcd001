/**
 * Functions of expressions with their number of arguments and type. Their meaning is XLSForm's (ODK's documentation of
 * form operators and functions); they are implemented in the files `…Functions.ts`.
 */
export type ValueType = 'number' | 'text' | 'yes_no' | 'date' | 'date_time' | 'any'

export type Signature = { least: number; most: number; gives: ValueType }

const many = 500
const takes = (least: number, most: number, gives: ValueType): Signature => ({ least, most, gives })

export const signatures: Readonly<Record<string, Signature>> = {
  if: takes(3, 3, 'any'),
  coalesce: takes(2, many, 'any'),
  once: takes(1, 1, 'any'),
  not: takes(1, 1, 'yes_no'),
  true: takes(0, 0, 'yes_no'),
  false: takes(0, 0, 'yes_no'),
  boolean: takes(1, 1, 'yes_no'),
  'boolean-from-string': takes(1, 1, 'yes_no'),
  checklist: takes(2, many, 'yes_no'),
  'weighted-checklist': takes(2, many, 'yes_no'),

  selected: takes(2, 2, 'yes_no'),
  'selected-at': takes(2, 2, 'text'),
  'count-selected': takes(1, 1, 'number'),
  'jr:choice-name': takes(2, 2, 'text'),

  pulldata: takes(4, 4, 'any'),

  position: takes(0, 1, 'number'),
  'indexed-repeat': takes(3, 7, 'any'),
  count: takes(1, 1, 'number'),
  'count-non-empty': takes(1, 1, 'number'),
  sum: takes(1, many, 'number'),
  min: takes(1, many, 'number'),
  max: takes(1, many, 'number'),
  join: takes(1, many, 'text'),

  string: takes(1, 1, 'text'),
  'string-length': takes(0, 1, 'number'),
  substr: takes(2, 3, 'text'),
  substring: takes(2, 3, 'text'),
  'substring-before': takes(2, 2, 'text'),
  'substring-after': takes(2, 2, 'text'),
  translate: takes(3, 3, 'text'),
  'normalize-space': takes(0, 1, 'text'),
  concat: takes(0, many, 'text'),
  contains: takes(2, 2, 'yes_no'),
  'starts-with': takes(2, 2, 'yes_no'),
  'ends-with': takes(2, 2, 'yes_no'),
  regex: takes(2, 2, 'yes_no'),
  uuid: takes(0, 1, 'text'),

  number: takes(1, 1, 'number'),
  int: takes(1, 1, 'number'),
  floor: takes(1, 1, 'number'),
  ceiling: takes(1, 1, 'number'),
  round: takes(1, 2, 'number'),
  abs: takes(1, 1, 'number'),
  pow: takes(2, 2, 'number'),
  sqrt: takes(1, 1, 'number'),
  log: takes(1, 1, 'number'),
  log10: takes(1, 1, 'number'),
  exp: takes(1, 1, 'number'),
  exp10: takes(1, 1, 'number'),
  sin: takes(1, 1, 'number'),
  cos: takes(1, 1, 'number'),
  tan: takes(1, 1, 'number'),
  asin: takes(1, 1, 'number'),
  acos: takes(1, 1, 'number'),
  atan: takes(1, 1, 'number'),
  atan2: takes(2, 2, 'number'),
  pi: takes(0, 0, 'number'),
  random: takes(0, 0, 'number'),
  distance: takes(1, many, 'number'),
  area: takes(1, many, 'number'),
  'enclosed-area': takes(1, many, 'number'),

  today: takes(0, 0, 'date'),
  now: takes(0, 0, 'date_time'),
  date: takes(1, 1, 'date'),
  'date-time': takes(1, 1, 'date_time'),
  'decimal-date-time': takes(1, 1, 'number'),
  'decimal-time': takes(1, 1, 'number'),
  'format-date': takes(2, 2, 'text'),
  'format-date-time': takes(2, 2, 'text'),
  'difference-in-months': takes(2, 2, 'number'),
  duration: takes(0, 0, 'number'),
  'device-info': takes(0, 0, 'text'),
}

/**
 * Functions of XLSForm that tend does not support: they read files, other servers or shapes on a map, or hide their
 * data.
 */
export const notSupported: ReadonlySet<string> = new Set([
  'geofence',
  'intersects',
  'digest',
  'base64-decode',
  'extract-signed',
  'randomize',
  'property',
  'version',
  'thousands-sep',
  'search',
])

/** Functions whose value differs from call to call or from device to device; the device's value is kept. */
export const chance: ReadonlySet<string> = new Set(['random', 'uuid', 'once', 'device-info'])

/** Signature of a function; undefined for inherited names too. */
export const signatureOf = (name: string): Signature | undefined =>
  Object.hasOwn(signatures, name) ? signatures[name] : undefined
