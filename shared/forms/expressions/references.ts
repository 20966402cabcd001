import { allNodes, type Node } from './node.ts'
import { parseExpression } from './parse.ts'
import { chance } from './signatures.ts'

export type Reference = { name: string; isLast: boolean; at: number; end: number }

/** Questions that an expression reads, in order and with repetitions. */
export function referencesIn(tree: Node): Reference[] {
  const found = allNodes(tree).flatMap((node): Reference[] => {
    if (node.kind === 'reference') return [node]
    return node.kind === 'call' && node.name === 'jr:choice-name' ? namedInText(node.args[1]) : []
  })
  return found.sort((one, other) => one.at - other.at)
}

/** `jr:choice-name` names its question in quotes. */
function namedInText(node: Node | undefined): Reference[] {
  const name = node?.kind === 'text' ? questionNamed(node.value) : undefined
  return node && name !== undefined ? [{ name, isLast: false, at: node.at, end: node.end }] : []
}

/** Question that a quoted text names: "${crop}", or a path that ends in it. */
export function questionNamed(text: string): string | undefined {
  const named = /^\$\{([^{}]*)\}$/.exec(text.trim())?.[1] ?? text
  return named.trim().split(/[/\s]/).at(-1) || undefined
}

/** Names that an expression reads, each once; none for an invalid one. */
export function namesIn(source: string): string[] {
  const { tree } = parseExpression(source)
  return tree ? [...new Set(referencesIn(tree).map(({ name }) => name))] : []
}

/** Tells whether its value differs at each evaluation. */
export const isChance = (tree: Node): boolean =>
  allNodes(tree).some(node => node.kind === 'call' && chance.has(node.name))

/** Tells whether it reads the previous answers. */
export const asksLast = (tree: Node): boolean => referencesIn(tree).some(({ isLast }) => isLast)

const clocks: ReadonlySet<string> = new Set(['now', 'today', 'duration'])

/** Tells whether it reads the clock. */
export const asksClock = (tree: Node): boolean =>
  allNodes(tree).some(node => node.kind === 'call' && clocks.has(node.name))

/** Names that some expressions read, each once; previous answers do not change. */
export const namesAsked = (trees: (Node | undefined)[]): Set<string> =>
  new Set(
    trees.flatMap(tree => (tree ? referencesIn(tree).filter(({ isLast }) => !isLast) : [])).map(({ name }) => name),
  )
