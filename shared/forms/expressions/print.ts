import type { Node } from './node.ts'
import { bindingOf } from './parse.ts'
import { plainNumber } from './values.ts'

/** Prints a tree as XLSForm writes it, with the fewest brackets; parsing the text gives the same tree. */
export const printExpression = (node: Node): string => printed(node, 0)

/** `least` is the precedence of the context; a weaker operator needs brackets. */
function printed(node: Node, least: number): string {
  switch (node.kind) {
    case 'number':
      return plainNumber(node.value)
    case 'text':
      return quoted(node.value)
    case 'reference':
      return `\${${node.isLast ? 'last-saved#' : ''}${node.name}}`
    case 'self':
      return '.'
    case 'parent':
      return Array.from({ length: node.levels }, () => '..').join('/')
    case 'attribute':
      return node.name
    case 'call':
      return `${node.name}(${node.args.map(arg => printed(arg, 0)).join(', ')})`
    case 'items': {
      const filters = node.filters.map(filter => `[${printed(filter, 0)}]`).join('')
      return `instance(${quoted(node.table)})/root/item${filters}${node.column === undefined ? '' : `/${node.column}`}`
    }
    case 'minus':
      return `-${printed(node.operand, bindingOf['*'])}`
    case 'binary': {
      const binding = bindingOf[node.operator]
      // Equal operators associate to the left, so only the right side needs brackets.
      const text = `${printed(node.left, binding - 1)} ${node.operator} ${printed(node.right, binding)}`
      return binding <= least ? `(${text})` : text
    }
  }
}

/** XPath cannot write both kinds of quotes in one text, so they are concatenated. */
function quoted(value: string): string {
  if (!value.includes("'")) return `'${value}'`
  if (!value.includes('"')) return `"${value}"`
  return `concat(${value
    .split("'")
    .map(part => `'${part}'`)
    .join(', "\'", ')})`
}
