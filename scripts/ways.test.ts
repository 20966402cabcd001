import { expect, test } from 'vitest'
import { importedNamesOf, textOf } from './sources.ts'
import { type Jump, kernel, ways } from './ways.ts'

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
const rights: Jump = { path: 'shared/ability.ts', name: 'abilityOf' }

/** Whether what was read so far names a declaration of a file that it imports. */
const leadsTo = (read: Map<string, string>, { path, name }: Jump): boolean =>
  [...read].some(([from, text]) =>
    importedNamesOf(from).some(one => one.path === path && one.name === name && mentions(text, one.local)),
  )

test('the three calls are there, each within its bound of files', () => {
  const bounds = { 'complete a task': 14, 'post a message': 11, 'list submissions': 8 }
  expect(Object.fromEntries(ways.map(([call, jumps]) => [call, jumps.length]))).toEqual(bounds)
  expect(kernel).toHaveLength(9)
})

test.each(ways)('each name on the way to %s is declared there, and called by what was read before', (_, jumps) => {
  const wholly = (path: string) => [path, [...declarationsOf(path).values()].join('\n')] as const
  const read = new Map([...kernel.map(({ path }) => path), rights.path].map(wholly))
  for (const [at, { path, name }] of jumps.entries()) {
    expect(declarationsOf(path).keys().toArray(), path).toContain(name)
    if (at > 0) expect(leadsTo(read, { path, name }), `nothing read before calls ${name} of ${path}`).toBe(true)
    const called = declarationsOf(path)
      .keys()
      .filter(one => leadsTo(read, { path, name: one }))
    read.set(path, followed(path, [name, ...called]))
  }
})
