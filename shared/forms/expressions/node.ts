/**
 * Syntax tree of an expression, XLSForm's language (XPath 1.0 with ODK's functions); `at` and `end` are offsets in the
 * text, to show faults. No text runs as code: `evaluate.ts` walks the tree, `pattern.ts` the patterns.
 */
export const binaryOperators = ['or', 'and', '=', '!=', '<', '<=', '>', '>=', '+', '-', '*', 'div', 'mod'] as const
export type BinaryOperator = (typeof binaryOperators)[number]

type Kind =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  /** `${name}`, or a path that ends in it; `isLast` for `${last-saved#name}`. */
  | { kind: 'reference'; name: string; isLast: boolean }
  /** `.`: the answer that the expression belongs to. */
  | { kind: 'self' }
  /** `..`: the row around it; two levels for `../..`. */
  | { kind: 'parent'; levels: number }
  /** A bare name: a column of the choice that a filter tests. */
  | { kind: 'attribute'; name: string }
  /**
   * `instance('farms')/root/item[…]/label`: a column of the matching rows of a table or list; the rows themselves
   * without one.
   */
  | { kind: 'items'; table: string; filters: Node[]; column: string | undefined }
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'minus'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }

export type Node = Kind & { at: number; end: number }
export type NodeOf<Name extends Kind['kind']> = Extract<Node, { kind: Name }>

/** Children of a node. */
export function partsOf(node: Node): Node[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'items':
      return node.filters
    case 'minus':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    default:
      return []
  }
}

/** A node and all its descendants. */
export function allNodes(node: Node): Node[] {
  const found: Node[] = []
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next)
    open.push(...partsOf(next))
  }
  return found
}
