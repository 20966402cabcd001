/** What stands in a question from the start, as the default column has it. */

import { parseExpression } from '#shared/forms/expressions/parse.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Cells } from './exportRows.ts'

/** What a device or a link gives has no column of its own; for dates of today there is a function. */
export function defaultText({ id, type, default: initial }: Question): Cells {
  switch (initial?.from) {
    case 'expression':
      return parseExpression(initial.expression).tree ? { default: initial.expression } : {}
    case 'last_answer':
      return { default: `\${last-saved#${id}}` }
    case 'context':
      return type === 'date' && initial.key === 'today' ? { default: 'today()' } : {}
    case 'fixed': {
      const { value } = initial
      if (typeof value === 'string' || typeof value === 'number') return { default: String(value) }
      if (!Array.isArray(value)) return { default: placeText(value) }
      return value.every(item => typeof item === 'string') ? { default: value.join(' ') } : {}
    }
    default:
      return {}
  }
}

type Place = { latitude: number; longitude: number; altitude?: number | undefined; accuracy?: number | undefined }

const placeText = ({ latitude, longitude, altitude = 0, accuracy = 0 }: Place) =>
  [latitude, longitude, altitude, accuracy].join(' ')
