/**
 * Moves what several calls repeat to the components, which keeps the description below its bound. No generator does it:
 * zod and `zod-openapi` share only what has a name.
 */
import { z } from 'zod'
import { Id } from '#shared/lib/fields.ts'
import type { Json } from './shapes.ts'

type Named = Record<string, Json>
type Described = {
  components: { parameters: Named; responses: Named; schemas: Named }
  paths: Record<string, Named>
}
type Call = { parameters?: Json[]; responses: Named }
type Content = { 'application/json'?: { schema: Json } }

/** The same description with each parameter and answer that several calls have among the components, by its name. */
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
  const schemas = withAnswers(components.schemas, calls)
  const responses = withSuccesses(components.responses, calls)
  return withIds({ ...description, components: { ...components, parameters: shared, responses, schemas } })
}

const namedAnswer = /"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/
const otherMedia = /"content":\{"(?!application\/json)\w+\/(?:[\w-]+\.)*([\w-]+)"/

/** What several calls answer when all went well, by the name of its shape or its media type. */
function withSuccesses(responses: Named, calls: Call[]): Named {
  const shared = { ...responses }
  const places = calls.flatMap(call =>
    Object.keys(call.responses)
      .filter(status => status.startsWith('2'))
      .map(status => ({ call, status, text: JSON.stringify(call.responses[status]) })),
  )
  for (const [text, alike] of Map.groupBy(places, ({ text }) => text)) {
    const [, said] = namedAnswer.exec(text) ?? otherMedia.exec(text) ?? []
    if (alike.length < 2 || said === undefined) continue
    const name = freeName(said, shared)
    shared[name] = JSON.parse(text)
    for (const { call, status } of alike) call.responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return shared
}

/** What several calls answer alike, such as the row of a register or a page of them, by the name of its shape. */
function withAnswers(schemas: Named, calls: Call[]): Named {
  const shared = { ...schemas }
  const contents = calls.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) => (content as Content | undefined)?.['application/json'] ?? []),
  )
  for (const [text, alike] of Map.groupBy(contents, ({ schema }) => JSON.stringify(schema))) {
    const [{ schema = {} } = {}] = alike
    const name = answerName(text, schema)
    if (alike.length < 2 || name === undefined || name in shared) continue
    shared[name] = schema
    for (const content of alike) content.schema = { $ref: `#/components/schemas/${name}` }
  }
  return shared
}

/** What has no shape with a name has none itself, as what is a reference already. */
function answerName(text: string, schema: Json): string | undefined {
  const { data } = (schema.properties ?? {}) as { data?: Json }
  if (data?.type === 'null') return 'NothingAnswer'
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
  const text = JSON.stringify(description)
    .replaceAll(JSON.stringify(id), JSON.stringify(ref('Id')))
    .replace(/\{"anyOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"\},\{"type":"null"\}\]\}/g, (_, name: string) => {
      named[`${name}OrNull`] = { anyOf: [ref(name), { type: 'null' }] }
      return JSON.stringify(ref(`${name}OrNull`))
    })
  const { components, ...rest } = JSON.parse(text) as Described & { components: { schemas: Record<string, Json> } }
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ...named } } }
}

/** The parameter's own, with a number where others of the same name are another. */
function freeName(name: string, taken: Record<string, Json>): string {
  if (!(name in taken)) return name
  for (let number = 2; ; number++) if (!(`${name}.${number}` in taken)) return `${name}.${number}`
}
