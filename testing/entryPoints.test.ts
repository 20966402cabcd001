/** Holds every call to a named handler, so that an editor goes from the route to the code that answers it. */
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Every node below this one. */
function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* nodesOf(value)
}

const propertiesOf = (object: unknown) =>
  isNode(object) && object.type === 'ObjectExpression'
    ? (object.properties as Node[]).filter(({ type }) => type === 'Property')
    : []

/** The calls of a file whose handlers are written where the routes are listed. */
function inlineHandlers(text: string): { calls: number; inline: string[] } {
  const nodes = [...nodesOf(parseAst(text, { lang: 'ts' }) as unknown as Node)]
  const constants = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .map(({ id, init }) => [(id as { name?: string }).name, init]),
  )
  const handlers = nodes
    .filter(({ type, callee }) => type === 'CallExpression' && (callee as { name?: string }).name === 'routes')
    .flatMap(call => {
      const listed = (call.arguments as Node[])[1]
      return propertiesOf(listed?.type === 'Identifier' ? constants.get(listed.name as string) : listed)
    })
    .flatMap(property => {
      // Besides its functions an entry may say that it is long.
      const parts = propertiesOf(property.value).filter(({ value }) => (value as Node).type !== 'Literal')
      return parts.length > 0 ? parts : [property]
    })
  const inline = handlers.filter(({ value }) => (value as Node).type !== 'Identifier')
  return { calls: handlers.length, inline: inline.map(({ key }) => (key as { name: string }).name) }
}

test('the handler of each call is a named function', () => {
  const files = globSync('server/**/*.ts', { exclude: ['server/lib/**', '**/*.test.ts'] })
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /\broutes\(/.test(text))
    .map(({ path, text }) => ({ path, ...inlineHandlers(text) }))
  expect(files.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(400)
  expect(files.flatMap(({ path, inline }) => inline.map(name => `${path}: ${name}`))).toEqual([])
})

test('a handler that is written in the list of routes is found', () => {
  expect(inlineHandlers('routes(calls, { list: listTasks, get: (query, ctx) => getTask(ctx, query) })').inline).toEqual(
    ['get'],
  )
  expect(inlineHandlers('const all = { post: { prepare: () => 1, handle } }\nroutes(calls, all)').inline).toEqual([
    'prepare',
  ])
})
