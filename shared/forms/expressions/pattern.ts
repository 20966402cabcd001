/**
 * Patterns of `regex()`, matched in time linear in the text's length by following all alternatives at once (Thompson's
 * construction), within the evaluation's budget. Back references and lookahead cannot be matched this way and are
 * refused.
 */

/**
 * A state: a character test with its successor, a fork with several successors, or an edge that holds at ends or word
 * boundaries.
 */
import { LruMap } from '../../lib/LruMap.ts'
import { Budget } from './budget.ts'

type State =
  | { kind: 'character'; fits: (character: string) => boolean; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'edge'; holds: (at: number, text: readonly string[]) => boolean; next: number }
  | { kind: 'end' }

type Part =
  | { kind: 'character'; fits: (character: string) => boolean }
  | { kind: 'edge'; holds: (at: number, text: readonly string[]) => boolean }
  | { kind: 'sequence'; parts: Part[] }
  | { kind: 'either'; parts: Part[] }
  | { kind: 'times'; part: Part; least: number; most: number }

const maxStates = 5_000
const maxText = 20_000
/** Bound of nested groups, safe for any stack. */
const deepest = 100
/** Cost of building a state, compared with following one. */
const stepsOfBuilding = 10

class Unsupported extends Error {}

const known = new LruMap<string, State[] | null>(500)

/** Tells whether the pattern matches the whole text; null for an unsupported pattern. Throws `BudgetExceeded`. */
export function matchesPattern(text: string, pattern: string, budget = new Budget()): boolean | null {
  let states = known.get(pattern)
  if (states === undefined) {
    states = build(pattern)
    budget.spend((states?.length ?? maxStates) * stepsOfBuilding)
    known.set(pattern, states)
  }
  return states && text.length <= maxText && run(states, [...text], budget)
}

/** Tells whether a pattern is supported. */
export const isPattern = (pattern: string): boolean => matchesPattern('', pattern) !== null

function build(pattern: string): State[] | null {
  try {
    const states: State[] = [{ kind: 'end' }]
    const first = add(states, new PatternReader(pattern).whole(), 0)
    states.push({ kind: 'fork', next: [first] })
    return states
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

/** Adds the states of a part that leads to `next`; returns its first state. */
function add(states: State[], part: Part, next: number): number {
  if (states.length > maxStates) throw new Unsupported()
  switch (part.kind) {
    case 'character':
    case 'edge':
      return states.push({ ...part, next }) - 1
    case 'sequence':
      return part.parts.reduceRight((after, one) => add(states, one, after), next)
    case 'either':
      return states.push({ kind: 'fork', next: part.parts.map(one => add(states, one, next)) }) - 1
    case 'times':
      return repeated(states, part, next)
  }
}

function repeated(states: State[], { part, least, most }: Extract<Part, { kind: 'times' }>, next: number): number {
  let first = next
  if (most === Number.POSITIVE_INFINITY) {
    const loop: State & { kind: 'fork' } = { kind: 'fork', next: [next] }
    first = states.push(loop) - 1
    loop.next.push(add(states, part, first))
  } else
    for (let time = least; time < most; time++)
      first = states.push({ kind: 'fork', next: [next, add(states, part, first)] }) - 1
  for (let time = 0; time < least; time++) first = add(states, part, first)
  return first
}

/** Tells whether the text leads from the pattern's beginning to its end. */
function run(states: State[], text: readonly string[], budget: Budget): boolean {
  const reach = reacher(states, text, budget)
  let current = reach([states.length - 1], 0)
  for (const [at, character] of text.entries()) {
    const after: number[] = []
    for (const index of current) {
      const state = states[index]
      if (state?.kind === 'character' && state.fits(character)) after.push(state.next)
    }
    if (after.length === 0) return false
    current = reach(after, at + 1)
  }
  return current.includes(0)
}

/** Finds all states that are reachable without a character. */
function reacher(states: State[], text: readonly string[], budget: Budget) {
  // Last position at which each state was found, counted from 1, so that nothing is cleared between characters.
  const foundAt = new Uint32Array(states.length)
  return (from: number[], at: number): number[] => {
    const found: number[] = []
    const open = from
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (foundAt[index] === at + 1) continue
      foundAt[index] = at + 1
      found.push(index)
      const state = states[index]
      if (state?.kind === 'fork') for (const next of state.next) open.push(next)
      if (state?.kind === 'edge' && state.holds(at, text)) open.push(state.next)
    }
    budget.spend(1 + found.length)
    return found
  }
}

const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character)
const atStart = (at: number) => at === 0
const atEnd = (at: number, text: readonly string[]) => at === text.length
const betweenWords = (at: number, text: readonly string[]) => isWord(text[at - 1]) !== isWord(text[at])

/** Parses a pattern; throws `Unsupported` for an invalid or unsupported one. */
class PatternReader {
  private readonly source: string
  private at = 0
  private depth = 0

  constructor(source: string) {
    this.source = source
  }

  whole(): Part {
    const part = this.either()
    if (this.at < this.source.length) throw new Unsupported()
    return part
  }

  private either(): Part {
    const parts = [this.sequence()]
    while (this.has('|')) parts.push(this.sequence())
    return { kind: 'either', parts }
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.at < this.source.length && !'|)'.includes(this.source.charAt(this.at)))
      parts.push(this.times(this.one()))
    return { kind: 'sequence', parts }
  }

  private times(part: Part): Part {
    const counted = this.match(/\{(\d+)(?:(,)(\d*))?\}/y)
    const [least, most] = counted
      ? [Number(counted[1]), counted[2] ? Number(counted[3] || Number.POSITIVE_INFINITY) : Number(counted[1])]
      : this.has('*')
        ? [0, Number.POSITIVE_INFINITY]
        : this.has('+')
          ? [1, Number.POSITIVE_INFINITY]
          : this.has('?')
            ? [0, 1]
            : [undefined, 0]
    if (least === undefined) return part
    if (least > 1_000 || (most > 1_000 && most !== Number.POSITIVE_INFINITY) || most < least) throw new Unsupported()
    // Greedy or lazy makes no difference to a whole match.
    if (!this.has('?')) this.has('+')
    return { kind: 'times', part, least, most }
  }

  private one(): Part {
    if (this.has('(')) {
      if (this.has('?') && !this.has(':')) throw new Unsupported()
      if (++this.depth > deepest) throw new Unsupported()
      const part = this.either()
      if (!this.has(')')) throw new Unsupported()
      this.depth--
      return part
    }
    if (this.has('^')) return { kind: 'edge', holds: atStart }
    if (this.has('$')) return { kind: 'edge', holds: atEnd }
    if (this.has('.')) return { kind: 'character', fits: character => character !== '\n' }
    if (this.source[this.at] === '[') return this.set()
    if (this.source[this.at] === '\\') return this.escaped()
    if ('*+?{'.includes(this.source.charAt(this.at))) throw new Unsupported()
    const character = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0)
    this.at += character.length
    return { kind: 'character', fits: other => other === character }
  }

  private escaped(): Part {
    if (this.has('\\b')) return { kind: 'edge', holds: betweenWords }
    if (/^\\[1-9Bk]/.test(this.source.slice(this.at, this.at + 2))) throw new Unsupported()
    const written = this.match(escapes)
    if (!written) throw new Unsupported()
    return { kind: 'character', fits: fitting(asEscape(written[0])) }
  }

  private set(): Part {
    const written = this.match(/\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]/suy)
    if (!written) throw new Unsupported()
    const inside = written[0].slice(1, -1).replace(/\\[pPux]\{[^}]*\}|\\.|[[(){}/|&~!#%,:;<=>@`-]/gsu, part => {
      if (part.length === 1) return part === '-' ? part : `\\u{${(part.codePointAt(0) ?? 0).toString(16)}}`
      return asEscape(part)
    })
    // "[\\w-.]": beside a class the hyphen is a character. Java accepts it, JavaScript refuses it.
    const lined = inside.replace(/(\\[dDwWsS]|\\[pP]\{[^}]*\})-(?!$)|(?<!^)-(?=\\[dDwWsS]|\\[pP]\{)/g, '$1\\u{2d}')
    return { kind: 'character', fits: fitting(`[${lined}]`) }
  }

  private has(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)
    if (found) this.at = pattern.lastIndex
    return found
  }
}

const escapes = /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[dDwWsStnrfv0]|[^a-zA-Z0-9])/suy

/** Escapes as JavaScript reads them with the `u` flag, which knows fewer of them. */
function asEscape(written: string): string {
  const character = written.slice(1)
  if (/^[pPuxdDwWsStnrfv0]/.test(character)) return written
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Tests a single character, so it is always fast. */
function fitting(source: string): (character: string) => boolean {
  try {
    const pattern = new RegExp(`^${source}$`, 'u')
    return character => pattern.test(character)
  } catch {
    throw new Unsupported()
  }
}
