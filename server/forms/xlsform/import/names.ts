/**
 * Ids of elements: names of XLSForm are unique within their group, here within the form, so duplicates and names with
 * other letters are changed. References are resolved from the group in which they are written.
 */
import { normalized } from '#shared/lib/folding.ts'
import type { Findings } from '../table.ts'
import { allNodes, type Node } from './outline.ts'

const fit = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]{0,127}$/
/** What other tools keep for their own, and refuse in a file. */
const kept = /^meta$/i

export class Names {
  private readonly byName = new Map<string, Node[]>()
  private readonly taken = new Set<string>()
  private readonly top: Node[]
  /** Whether any name was changed; without, expressions stay as they are. */
  private isChanged = false

  /** In tend's own files, every name that fits stays. */
  constructor(top: Node[], findings: Findings, isOwn: boolean) {
    this.top = top
    const nodes = allNodes(top)
    const fits = (name: string) => fit.test(name) && (isOwn || !kept.test(name)) && !this.taken.has(name)
    // Names that fit are kept before others are made to.
    for (const node of nodes) if (fits(node.name)) this.keep(node, node.name)
    if (!isOwn) this.taken.add('meta')
    for (const node of nodes) if (node.id === '') this.give(node, findings)
    for (const node of nodes) if (node.name !== '') this.remember(node)
    requireUnique(top, findings)
  }

  /** An id that nothing has yet. */
  free(wanted: string): string {
    const base = cleaned(wanted)
    let id = base
    for (let count = 2; this.taken.has(id); count++) id = `${base}_${count}`
    this.taken.add(id)
    return id
  }

  isTaken = (id: string): boolean => this.taken.has(id)

  /**
   * Finds the element of a name, seen from another: by the steps before the name, else the one that shares the most
   * groups. Several that are as near are ambiguous.
   */
  find(name: string, from: Node | undefined, steps: string[] = []): Node | 'unknown' | 'ambiguous' {
    const led = from && /^\.{1,2}$/.test(steps[0] ?? '') ? this.follow([...steps, name], from) : undefined
    if (led) return led
    const path = steps.filter(step => step !== '.' && step !== '..')
    const all = this.byName.get(name)
    const inPath = path.length === 0 ? [] : (all ?? []).filter(node => standsIn(node, path))
    const found = inPath.length > 0 ? inPath : all
    const [only] = found ?? []
    if (!found || !only) return 'unknown'
    if (found.length === 1) return only
    const around = ancestorsOf(from)
    const shared = found.map(node => ancestorsOf(node.parent).filter(ancestor => around.includes(ancestor)).length)
    const most = Math.max(...shared)
    const nearest = found.filter((_, index) => shared[index] === most)
    return nearest.length === 1 && nearest[0] ? nearest[0] : 'ambiguous'
  }

  /** Where a path leads that begins at an element, group by group; undefined where it leads to nothing. */
  private follow(steps: string[], from: Node): Node | undefined {
    let place: Node | undefined = from
    for (const step of steps) {
      if (step === '.') continue
      if (step === '..') place = place?.parent
      else {
        const next: Node | undefined = (place ? place.children : this.top).find(({ name }) => name === step)
        if (!next) return undefined
        place = next
      }
    }
    return place
  }

  get areChanged(): boolean {
    return this.isChanged
  }

  private keep(node: Node, id: string): void {
    node.id = id
    this.taken.add(id)
  }

  private give(node: Node, findings: Findings): void {
    const { row, name, kind, parent } = node
    const isTwin = fit.test(name) && !kept.test(name)
    const wanted =
      name === '' ? `${kind.type.split(' ')[0]}_${row.number}` : isTwin && parent ? `${parent.id}_${name}` : name
    node.id = this.free(wanted)
    if (name !== '') this.isChanged = true
    findings.note(row.at('name'), name === '' ? 'name_given' : 'renamed', { name: node.id })
  }

  private remember(node: Node): void {
    this.byName.set(node.name, [...(this.byName.get(node.name) ?? []), node])
  }
}

/**
 * Whether the groups around an element are called like the end of a path, of which the first word may be the form
 * itself.
 */
function standsIn({ parent }: Node, path: string[]): boolean {
  const last = path.at(-1)
  if (last === undefined || parent === undefined) return path.length <= 1
  return parent.name === last && standsIn(parent, path.slice(0, -1))
}

const ancestorsOf = (node: Node | undefined): (Node | undefined)[] =>
  node ? [...ancestorsOf(node.parent), node] : [undefined]

/** Letters without their marks; what is left over becomes a line. */
function cleaned(name: string): string {
  const letters = normalized(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[^A-Za-z_]+/, digits => `_${digits.replace(/[^0-9]/g, '')}`)
    .slice(0, 110)
  return /[A-Za-z0-9]/.test(letters) ? letters : 'question'
}

/** Within a group, two of the same name cannot be told apart by anyone. */
function requireUnique(nodes: Node[], findings: Findings): void {
  const seen = new Map<string, Node>()
  for (const node of nodes) {
    const first = seen.get(node.name)
    if (node.name !== '' && first)
      findings.fault(node.row.at('name'), 'xlsform_duplicate_name', {
        name: node.name.slice(0, 128),
        row: first.row.number,
      })
    else seen.set(node.name, node)
    requireUnique(node.children, findings)
  }
}
