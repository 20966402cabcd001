/**
 * Values of a form's expressions in one evaluation, so that another one of the same answers computes nothing again: a
 * thread does the long evaluation, and the main thread walks the form with its values.
 */

import type { Definition } from '../definition.ts'
import type { Choice } from '../elementFields.ts'
import type { Node } from '../expressions/node.ts'
import type { Value } from '../expressions/values.ts'
import { compileForm } from './compile.ts'

/** By place and expression; repeated evaluations in their order. */
export type KeptValues = Map<string, Value[]>

export class ExpressionValues {
  readonly kept: KeptValues
  private readonly names: ReadonlyMap<Node, string>
  private readonly isKeeping: boolean

  /** Records values, or replays values `kept` elsewhere for the same form. */
  constructor(definition: Definition, kept?: KeptValues) {
    this.names = namesIn(definition)
    this.kept = new Map([...(kept ?? [])].map(([place, values]) => [place, [...values]]))
    this.isKeeping = kept === undefined
  }

  known(tree: Node, key: string, choice: Choice | undefined): Value | undefined {
    if (this.isKeeping) return undefined
    const values = this.kept.get(this.place(tree, key, choice) ?? '')
    // The last value applies from then on.
    return values && values.length > 1 ? values.shift() : values?.[0]
  }

  keep(tree: Node, key: string, choice: Choice | undefined, value: Value): void {
    const place = this.isKeeping ? this.place(tree, key, choice) : undefined
    if (place === undefined) return
    const values = this.kept.get(place)
    if (values) values.push(value)
    else this.kept.set(place, [value])
  }

  private place(tree: Node, key: string, choice: Choice | undefined): string | undefined {
    const name = this.names.get(tree)
    return name === undefined ? undefined : `${name} ${key} ${choice?.id ?? ''}`
  }
}

/** Numbers each expression of the form's parts, the same wherever the form is read. */
function namesIn(definition: Definition): ReadonlyMap<Node, string> {
  const trees = compileForm(definition).parts.flatMap(part => [
    part.visible,
    part.calculate,
    part.ends,
    part.required,
    part.readOnly,
    part.fallback,
    part.filter,
    ...part.constraints.map(({ tree }) => tree),
    ...part.triggers.map(({ tree }) => tree),
  ])
  return new Map(trees.flatMap((tree, index) => (tree ? [[tree, String(index)] as const] : [])))
}
