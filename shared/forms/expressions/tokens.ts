/** Faults of an expression; each code has a text in five languages (`problem.field`). */
export type FaultCode =
  | 'expression_character'
  | 'expression_curly_quotes'
  | 'expression_unclosed_text'
  | 'expression_unclosed_reference'
  | 'expression_unexpected'
  | 'expression_unfinished'
  | 'expression_too_deep'
  | 'expression_predicate'
  | 'expression_type'
  | 'too_many_digits'
  | 'unknown_function'
  | 'function_not_supported'
  | 'function_arguments'
  | 'unknown_reference'
  | 'no_value'
  | 'unknown_attribute'
  | 'unknown_table'
  | 'unknown_choice'
  | 'not_a_repeat'
  | 'no_self'
  | 'circular_reference'
  | 'pattern_not_supported'

export type FaultValues = Record<string, string | number>

/** `at` and `length` point at the place in the text; `values` are for the message. */
export type Fault = { code: FaultCode; at: number; length: number; values?: FaultValues }

/** Thrown inside the parser only; outside, faults are values. */
export class ExpressionFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.code)
    this.fault = fault
  }
}

export const fail = (code: FaultCode, at: number, length: number, values?: FaultValues): never => {
  throw new ExpressionFault({ code, at, length, ...(values && { values }) })
}

export type Token = {
  type: 'number' | 'text' | 'reference' | 'name' | 'sign' | 'end'
  /** A text without its quotes, a reference without its braces, everything else as written. */
  text: string
  at: number
  end: number
}

const patterns: [Token['type'], RegExp][] = [
  ['reference', /\$\{\s*([^}\s]+)\s*\}/y],
  ['number', /\d+(?:\.\d*)?|\.\d+/y],
  ['name', /[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?/uy],
  ['sign', /!=|<=|>=|\.\.|[=<>+\-*/(),.[\]|@]/y],
]
const blank = /[\s\u00a0\u200b\ufeff]+/y

/** Tokens of an expression, ending with one of type `end`. Throws at an unexpected character or an unclosed text. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    blank.lastIndex = at
    if (blank.test(source)) {
      at = blank.lastIndex
      continue
    }
    const token = readText(source, at) ?? readToken(source, at)
    tokens.push(token)
    at = token.end
  }
  return [...tokens, { type: 'end', text: '', at, end: at }]
}

function readText(source: string, at: number): Token | undefined {
  const quote = source[at]
  if (quote !== "'" && quote !== '"') return undefined
  const close = source.indexOf(quote, at + 1)
  if (close < 0) return fail('expression_unclosed_text', at, source.length - at)
  return { type: 'text', text: source.slice(at + 1, close), at, end: close + 1 }
}

function readToken(source: string, at: number): Token {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) return { type, text: found[1] ?? found[0], at, end: pattern.lastIndex }
  }
  if (source.startsWith('${', at)) return fail('expression_unclosed_reference', at, source.length - at)
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
  if (/[\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb]/.test(character)) return fail('expression_curly_quotes', at, 1)
  return fail('expression_character', at, character.length, { found: character })
}
