/**
 * What a JSON body may be before it is read: reading two megabytes of brackets takes seconds, in which nobody is
 * answered. Its text is looked through once, which takes a few milliseconds at the most.
 */
import type { FastifyInstance } from 'fastify'
import { digitsOf, maxDigits } from '#shared/lib/numbers.ts'
import { Problem } from '#shared/lib/problem.ts'

/** Deeper than any form or filter is. */
export const deepestBody = 200
/** Values and names. The largest form that can be published has less than a quarter of that. */
const maxParts = 200_000
/**
 * Names of one object: each that nothing is known of costs the contract a mistake to describe. No form has as many
 * questions.
 */
const maxNames = 20_000

/**
 * Reads JSON bodies as Fastify does, but for what is too deep (400), has too many parts (413), or numbers that would
 * change unseen (422).
 */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      const problem = tooMuchIn(body as string)
      const changed = problem ? undefined : changedNumberIn(body as string)
      if (problem) done(new Problem(problem))
      else if (changed) done(changed)
      else read(request, body as string, done)
    },
  )
}

/**
 * The refusal of a number with more digits than are kept, which reading would change: a whole one, or the value of an
 * answer. What sensors add behind the point, such as the degrees of a place, is no loss.
 */
function changedNumberIn(text: string): Problem | undefined {
  if (!longNumber.test(text)) return undefined
  let refused: string | undefined
  const refuseChanged = (key: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value === 'number' && source !== undefined && isChanged(key, value, source)) refused ??= key
    return value
  }
  try {
    JSON.parse(text, refuseChanged as (key: string, value: unknown) => unknown)
  } catch {
    return undefined // Fastify's reader says what is wrong with it.
  }
  if (refused === undefined) return undefined
  return new Problem('invalid', {
    errors: { [refused]: [{ code: 'too_many_digits', values: { maximum: maxDigits } }] },
  })
}

const longNumber = /\d[\d.]{15}/
const isChanged = (key: string, value: number, source: string): boolean =>
  digitsOf(source) > maxDigits &&
  (/^-?\d+$/.test(source) || key === 'value') &&
  decimalText(source) !== decimalText(String(value))

/** The digits of a decimal without what changes nothing, and where its point is. */
function decimalText(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const shortest = digits.replace(/(?<!0)0+$/, '')
  return `${sign}${shortest}e${Number(power) - fraction.length + digits.length - shortest.length}`
}

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map(sign =>
  sign.charCodeAt(0),
)

function tooMuchIn(text: string): 'malformed' | 'too_large' | undefined {
  let depth = 0
  let parts = 0
  // Of each depth, how many names the object there has had; what is in a list is not counted.
  const names = new Int32Array(deepestBody + 1)
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      at = endOfText(text, at)
    } else if (sign === openList || sign === openObject) {
      if (++depth > deepestBody) return 'malformed'
      names[depth] = sign === openObject ? 1 : -maxParts
      parts++
    } else if (sign === closeList || sign === closeObject) depth = Math.max(0, depth - 1)
    else if (sign === comma) {
      parts++
      const count = (names[depth] ?? 0) + 1
      names[depth] = count
      if (count > maxNames) return 'too_large'
    }
    if (parts > maxParts) return 'too_large'
  }
  return undefined
}

/** Where the text that begins there ends; the end of all where it does not. */
function endOfText(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
