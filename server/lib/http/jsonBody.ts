/**
 * What a JSON body may be before it is read: reading two megabytes of brackets takes seconds, in which nobody is answered. Its text is
 * looked through once, which takes a few milliseconds at the most.
 */
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'

/** Deeper than any form or filter is. */
export const deepestBody = 200
/** Values and names. The largest form that can be published has less than a quarter of that. */
const mostParts = 200_000
/** Names of one object: each that nothing is known of costs the contract a mistake to describe. No form has as many questions. */
const mostNames = 20_000

/** Reads JSON bodies as Fastify does, but for what is too deep (400) or has too many parts (413). */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const problem = tooMuchIn(body as string)
    if (problem) done(new Problem(problem))
    else read(request, body as string, done)
  })
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
      names[depth] = sign === openObject ? 1 : -mostParts
      parts++
    } else if (sign === closeList || sign === closeObject) depth = Math.max(0, depth - 1)
    else if (sign === comma) {
      parts++
      const count = (names[depth] ?? 0) + 1
      names[depth] = count
      if (count > mostNames) return 'too_large'
    }
    if (parts > mostParts) return 'too_large'
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
