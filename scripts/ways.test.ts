import { expect, test } from 'vitest'
import { dynamicImportsIn, importedNamesOf, importsOf, textOf } from './sources.ts'
import { common, type Jump, ways } from './ways.ts'

/** The declarations of a file by name: each begins a line, and ends where the next begins. */
function declarationsOf(path: string): Map<string, string> {
  const begins = /^(?:export )?(?:async )?(?:function|const|let|class|type) (\w+)/gm
  const text = textOf(path)
  const found = [...text.matchAll(begins)]
  return new Map(found.map((one, at) => [one[1] ?? '', text.slice(one.index, found[at + 1]?.index)]))
}

const mentions = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

/** Lists what a file says, from some of its declarations on through those that they name. */
function followed(path: string, from: string[]): string {
  const declarations = declarationsOf(path)
  const reached = new Set(from)
  for (const name of reached)
    for (const other of declarations.keys()) if (mentions(declarations.get(name) ?? '', other)) reached.add(other)
  return [...reached].map(name => declarations.get(name) ?? '').join('\n')
}

/** Every right begins in the list of the features' rules, which the identity of a call brings along. */
const rights = 'shared/ability.ts'

/** Whether a text of a file names a declaration of a file that it imports. */
const names = (from: string, text: string, to: string, name: string): boolean =>
  importedNamesOf(from).some(one => one.path === to && one.name === name && mentions(text, one.local)) ||
  (dynamicImportsIn(from, text).includes(to) && mentions(text, name))

/** Whether what was read so far leads to a jump; or, where it is found, names what was read. */
function isReached(read: Map<string, string>, { path, name, isFound }: Jump): boolean {
  if (!isFound) return [...read].some(([from, text]) => names(from, text, path, name))
  const text = followed(path, [name])
  return [...read.keys()].some(to => [...declarationsOf(to).keys()].some(one => names(path, text, to, one)))
}

/** The lists of features, at which ways begin. */
const lists: Record<string, string> = { server: 'server/modules.ts', web: 'web/features.ts' }

const listOf = (path: string): string => lists[path.split('/')[0] ?? ''] ?? ''

const wholly = (path: string) => [path, [...declarationsOf(path).values()].join('\n')] as const

/** Whether a file that a list of features imports leads to a name of its own, from what the list takes of it. */
function isDeclaredByFeature({ path, name }: Jump): boolean {
  const taken = importedNamesOf(listOf(path)).flatMap(one => (one.path === path ? [one.name] : []))
  return mentions(followed(path, taken), name)
}

test('the six ways are there, each within its bound of jumps', () => {
  expect(Object.fromEntries(ways.map(({ title, jumps }) => [title, jumps.length]))).toEqual({
    ...{ 'complete a task': 14, 'post a message': 11, 'list submissions': 9 },
    ...{ 'show a list': 10, 'keep and send an answer': 14, 'send a message': 10 },
  })
  expect(Object.fromEntries(common.map(({ title, jumps }) => [title, jumps.length]))).toEqual({
    ...{ 'Every call': 11, 'Every call of the browser': 2, 'Every piece of work that a device keeps': 9 },
  })
})

test.each(common)('each name of "$title" is declared there, and reached from the lists of features', ({ jumps }) => {
  const list = listOf(jumps[0]?.path ?? '')
  const read = new Map([list, ...importsOf(list)].map(wholly))
  for (const jump of jumps) {
    expect(declarationsOf(jump.path).keys().toArray(), jump.path).toContain(jump.name)
    expect(isReached(read, jump), `nothing read before leads to ${jump.name} of ${jump.path}`).toBe(true)
    read.set(...wholly(jump.path))
  }
})

test.each(ways)('each name on the way to $title is declared there, and called by the one before', way => {
  const read = new Map([...way.common.flatMap(({ jumps }) => jumps.map(({ path }) => path)), rights].map(wholly))
  for (const [at, jump] of way.jumps.entries()) {
    const { path, name } = jump
    expect(declarationsOf(path).keys().toArray(), path).toContain(name)
    const isThere = at === 0 ? isDeclaredByFeature(jump) : isReached(read, jump)
    expect(isThere, `nothing read before leads to ${name} of ${path}`).toBe(true)
    const called = declarationsOf(path)
      .keys()
      .filter(one => isReached(read, { path, name: one, isFound: false }))
    read.set(path, followed(path, [name, ...called]))
  }
})
