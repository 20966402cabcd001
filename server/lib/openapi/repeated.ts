/**
 * Moves what several calls repeat to the components, which keeps the description below its bound. No generator does it:
 * zod and `zod-openapi` share only what has a name.
 */
import { z } from 'zod'
import { Id } from '#shared/lib/fields.ts'
import type { Json } from './shapes.ts'

type Named = Record<string, Json>
type Described = {
  components: { parameters: Named; schemas: Named }
  paths: Record<string, Named>
}
type Call = { operationId: string; parameters?: Json[]; requestBody?: { content: Bodies }; responses: Named }
type Bodies = Record<string, { schema: Json }>
type Content = { 'application/json'?: { schema: Json } }

/**
 * The same description with each parameter and each shape that several calls have among the components, by its name.
 * Answers stay with their calls: generators of clients do not follow a reference to learn that one is JSON.
 */
export function withoutRepeated(description: Json): Json {
  const { components, paths } = description as Described
  const calls = Object.values(paths).flatMap(path => Object.values(path)) as Call[]
  const counts = new Map<string, number>()
  for (const { parameters = [] } of calls)
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  const names = new Map<string, string>()
  const shared = { ...components.parameters }
  const placed = (parameter: Json): Json => {
    const text = JSON.stringify(parameter)
    if ('$ref' in parameter || (counts.get(text) ?? 0) < 2) return parameter
    const name = names.get(text) ?? freeName(String(parameter.name), shared)
    names.set(text, name)
    shared[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }
  for (const call of calls) if (call.parameters) call.parameters = call.parameters.map(placed)
  const schemas = withBodies(withAnswers(components.schemas, calls), calls)
  const atPaths = Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, atPath(methods)]))
  const named = withIds({
    ...description,
    paths: atPaths,
    components: { ...components, parameters: shared, schemas },
  })
  return inFewWords(named)
}

/**
 * The shorter of two ways to say the same in JSON Schema 2020: what can be missing has a second type, and values that
 * are listed say themselves which type they have.
 */
function inFewWords(description: Json): Json {
  return JSON.parse(JSON.stringify(description), (_, value) => {
    if (Array.isArray(value?.enum) && typeof value.type === 'string') return { ...value, type: undefined }
    const [shape, nothing, ...more] = value?.anyOf ?? []
    if (nothing?.type !== 'null' || more.length > 0) return value
    const { anyOf: _either, ...rest } = value
    if (Array.isArray(shape.enum)) return { ...rest, ...shape, enum: [...shape.enum, null] }
    return typeof shape.type === 'string' ? { ...rest, ...shape, type: [shape.type, 'null'] } : value
  })
}

/** Moves parameters that all calls of a path take, mostly its ids, above them. */
function atPath(methods: Named): Named {
  const calls = Object.values(methods) as Call[]
  const [first, ...others] = calls.map(({ parameters = [] }) => parameters.map(parameter => JSON.stringify(parameter)))
  const alike = new Set(first?.filter(text => others.every(taken => taken.includes(text))))
  if (others.length === 0 || alike.size === 0) return methods
  for (const call of calls) {
    const own = call.parameters?.filter(parameter => !alike.has(JSON.stringify(parameter))) ?? []
    if (own.length > 0) call.parameters = own
    else delete call.parameters
  }
  return { parameters: [...alike].map(text => JSON.parse(text)) as unknown as Json, ...methods }
}

/** What several calls answer alike, such as the row of a register or a page of them, by the name of its shape. */
function withAnswers(schemas: Named, calls: Call[]): Named {
  const shared = { ...schemas }
  const answers = calls.flatMap(({ operationId, responses }) =>
    Object.values(responses).flatMap(({ content }) => {
      const json = (content as Content | undefined)?.['application/json']
      return json ? { operationId, content: json } : []
    }),
  )
  for (const [text, alike] of Map.groupBy(answers, ({ content }) => JSON.stringify(content.schema))) {
    const [first] = alike
    if (!first || alike.length < 2) continue
    const name = answerName(text, first.content.schema) ?? nameByCall(first.operationId, 'Answer', text)
    if (name === undefined || name in shared) continue
    shared[name] = first.content.schema
    for (const { content } of alike) content.schema = { $ref: `#/components/schemas/${name}` }
  }
  return shared
}

/** Shorter shapes would gain nothing by a reference. */
const worthNaming = 120

/** A name for a shape without one: that of the first call that has it. */
function nameByCall(operationId: string, ending: string, text: string): string | undefined {
  if (text.length < worthNaming || text.startsWith('{"$ref"')) return undefined
  return operationId.replace(/(?:^|\.)\w/g, start => start.replace('.', '').toUpperCase()) + ending
}

/** What several calls take alike, such as an event of an animal or of a group, by the name of the first call. */
function withBodies(schemas: Named, calls: Call[]): Named {
  const shared = { ...schemas }
  const bodies = calls.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(content => ({ operationId, content })),
  )
  for (const [text, alike] of Map.groupBy(bodies, ({ content }) => JSON.stringify(content.schema))) {
    const [first] = alike
    const name = first && alike.length > 1 && nameByCall(first.operationId, 'Input', text)
    if (!name || name in shared) continue
    shared[name] = first.content.schema
    for (const { content } of alike) content.schema = { $ref: `#/components/schemas/${name}` }
  }
  return shared
}

/** What has no shape with a name has none itself, as what is a reference already. */
function answerName(text: string, schema: Json): string | undefined {
  const { data } = (schema.properties ?? {}) as { data?: Json }
  if (data?.type === 'null') return 'Nothing'
  const shape = /"data":(?:\{"type":"array","items":)?\{"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text)?.[1]
  if (!shape) return undefined
  if (text.includes('"meta":')) return `${shape}Page`
  return data?.type === 'array' ? `${shape}List` : `${shape}Answer`
}

/** Ids are everywhere, and each said at length that it is one; so did days, times and the like that can be missing. */
function withIds(description: Json): Json {
  const { $schema: _, ...id } = z.toJSONSchema(Id)
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const named: Record<string, Json> = { Id: id as Json }
  const fiftyIds: Json = { maxItems: 50, type: 'array', items: ref('Id') }
  const text = JSON.stringify(description)
    .replaceAll(JSON.stringify(id), JSON.stringify(ref('Id')))
    .replace(/\{"anyOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"\},\{"type":"null"\}\]\}/g, (_, name: string) => {
      named[`${name}OrNull`] = { anyOf: [ref(name), { type: 'null' }] }
      return JSON.stringify(ref(`${name}OrNull`))
    })
    .replaceAll(JSON.stringify(fiftyIds), () => {
      named.FiftyIds = fiftyIds
      return JSON.stringify(ref('FiftyIds'))
    })
  const { components, ...rest } = JSON.parse(text) as Described & { components: { schemas: Record<string, Json> } }
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ...named } } }
}

/** The parameter's own, with a number where others of the same name are another. */
function freeName(name: string, taken: Record<string, Json>): string {
  if (!(name in taken)) return name
  for (let number = 2; ; number++) if (!(`${name}.${number}` in taken)) return `${name}.${number}`
}
