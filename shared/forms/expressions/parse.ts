/** Parses an expression by precedence climbing. */

import { LruMap } from '../../lib/LruMap.ts'
import { type BinaryOperator, binaryOperators, type Node } from './node.ts'
import { notSupported, signatureOf } from './signatures.ts'
import { ExpressionFault, type Fault, fail, type Token, tokensOf } from './tokens.ts'

export type Parsed = { tree: Node; fault?: undefined } | { tree?: undefined; fault: Fault }

/** Bounds of nested brackets, of operators in a row, and of parts: enough for any form, and safe for any stack. */
const deepest = 300
const maxRow = 1_000
const longest = 5_000

/** Precedence of operators; printing places brackets by the same numbers. */
export const bindingOf: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  div: 6,
  mod: 6,
}

const trees = new LruMap<string, Parsed>(5_000)

/** Tree of an expression, or its first fault. The same text gives the same tree. */
export function parseExpression(source: string): Parsed {
  const known = trees.get(source)
  if (known) return known
  const parsed = parse(source)
  trees.set(source, parsed)
  return parsed
}

function parse(source: string): Parsed {
  try {
    return { tree: new Parser(tokensOf(source)).whole() }
  } catch (error) {
    if (error instanceof ExpressionFault) return { fault: error.fault }
    throw error
  }
}

class Parser {
  private readonly tokens: Token[]
  private index = 0
  private depth = 0
  private size = 0

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  whole(): Node {
    const tree = this.expression(0)
    return this.next.type === 'end' ? tree : this.unexpected()
  }

  private get next(): Token {
    return this.tokens[this.index] ?? { type: 'end', text: '', at: 0, end: 0 }
  }

  private take(): Token {
    const token = this.next
    this.index++
    return token
  }

  private isSign(text: string): boolean {
    return this.next.type === 'sign' && this.next.text === text
  }

  private expect(sign: string): Token {
    return this.isSign(sign) ? this.take() : this.unexpected()
  }

  private unexpected(): never {
    const { type, text, at, end } = this.next
    if (type === 'end') return fail('expression_unfinished', at, 0)
    if (text === '[') return fail('expression_predicate', at, 1)
    return fail('expression_unexpected', at, end - at, { found: text })
  }

  private expression(least: number): Node {
    if (++this.depth > deepest || ++this.size > longest) return fail('expression_too_deep', this.next.at, 1)
    let left = this.prefix()
    let row = 0
    for (let operator = this.operator(); operator !== undefined; operator = this.operator()) {
      const binding = bindingOf[operator]
      if (binding <= least) break
      this.take()
      if (++row > maxRow) return fail('expression_too_deep', this.next.at, 1)
      const right = this.expression(binding)
      left = { kind: 'binary', operator, left, right, at: left.at, end: right.end }
    }
    this.depth--
    return left
  }

  /** After an operand, `and`, `or`, `div` and `mod` are operators; anywhere else they are names. */
  private operator(): BinaryOperator | undefined {
    const { type, text } = this.next
    return type === 'sign' || type === 'name' ? binaryOperators.find(operator => operator === text) : undefined
  }

  private prefix(): Node {
    const { type, text, at, end } = this.next
    switch (type) {
      case 'number':
        this.take()
        return { kind: 'number', value: Number(text), at, end }
      case 'text':
        this.take()
        return { kind: 'text', value: text, at, end }
      case 'reference':
        this.take()
        return this.pathAfter(referenceTo(text, at, end))
      case 'name':
        return this.named()
      default:
        return this.signed()
    }
  }

  private named(): Node {
    const { text, at, end } = this.take()
    if (this.isSign('(')) return this.call(text, at, end)
    return this.pathAfter({ kind: 'attribute', name: text, at, end })
  }

  private signed(): Node {
    const { text, at } = this.next
    switch (text) {
      case '-': {
        this.take()
        // Binds tighter than any binary operator.
        const operand = this.expression(bindingOf['*'])
        return { kind: 'minus', operand, at, end: operand.end }
      }
      case '(': {
        this.take()
        const inner = this.expression(0)
        this.expect(')')
        return inner
      }
      case '.':
      case '..':
        return this.path(at)
      case '/':
        this.take()
        return this.pathStep(at)
      default:
        return this.unexpected()
    }
  }

  /** `.`, `..`, `../name`, `../../name`: XLSForm names are unique, so the last one suffices. */
  private path(at: number): Node {
    const first = this.take()
    let levels = first.text === '..' ? 1 : 0
    let { end } = first
    while (this.isSign('/')) {
      this.take()
      if (!this.isSign('..') && !this.isSign('.')) return this.pathStep(at)
      const step = this.take()
      if (step.text === '..') levels++
      end = step.end
    }
    return levels === 0 ? { kind: 'self', at, end } : { kind: 'parent', levels, at, end }
  }

  private pathStep(at: number): Node {
    const { type, text, end } = this.next
    if (type !== 'name') return this.unexpected()
    this.take()
    return this.pathAfter({ kind: 'reference', name: text, isLast: false, at, end })
  }

  /** The part before a slash only says where the next name is. */
  private pathAfter(first: Node): Node {
    let node = first
    while (this.isSign('/')) {
      this.take()
      const { type, text, end } = this.next
      if (type !== 'name') return this.unexpected()
      this.take()
      node = { kind: 'reference', name: text, isLast: false, at: first.at, end }
    }
    return this.isSign('[') ? this.unexpected() : node
  }

  /** instance('farms')/root/item[condition]/column */
  private items(at: number): Node {
    this.expect('(')
    const { type, text: table } = this.next
    if (type !== 'text') return this.unexpected()
    this.take()
    this.expect(')')
    // Both names are the same in every file.
    for (let step = 0; step < 2; step++) {
      this.expect('/')
      if (this.next.type !== 'name') return this.unexpected()
      this.take()
    }
    const filters: Node[] = []
    while (this.isSign('[')) {
      this.take()
      filters.push(this.expression(0))
      this.expect(']')
    }
    let column: string | undefined
    if (this.isSign('/')) {
      this.take()
      if (this.next.type !== 'name') return this.unexpected()
      column = this.take().text
    }
    const { end = at } = this.tokens[this.index - 1] ?? {}
    if (this.isSign('[')) return this.unexpected()
    return { kind: 'items', table, filters, column, at, end }
  }

  private call(name: string, at: number, nameEnd: number): Node {
    if (name === 'instance') return this.items(at)
    if (notSupported.has(name)) return fail('function_not_supported', at, nameEnd - at, { name })
    this.take()
    if (name === 'current') {
      this.expect(')')
      if (this.isSign('/')) {
        this.take()
        return this.isSign('.') || this.isSign('..') ? { ...this.path(at), at } : this.pathStep(at)
      }
      return { kind: 'self', at, end: nameEnd + 2 }
    }
    const signature = signatureOf(name)
    if (!signature) return fail('unknown_function', at, nameEnd - at, { name })
    const args: Node[] = []
    while (!this.isSign(')')) {
      if (args.length > 0) this.expect(',')
      args.push(this.expression(0))
    }
    const { end } = this.expect(')')
    const { least, most } = signature
    if (args.length < least || args.length > most)
      return fail('function_arguments', at, end - at, { name, minimum: least, maximum: most })
    return { kind: 'call', name, args, at, end }
  }
}

const lastSaved = 'last-saved#'

const referenceTo = (text: string, at: number, end: number): Node =>
  text.startsWith(lastSaved)
    ? { kind: 'reference', name: text.slice(lastSaved.length), isLast: true, at, end }
    : { kind: 'reference', name: text, isLast: false, at, end }
