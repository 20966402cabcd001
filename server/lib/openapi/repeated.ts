/** What many calls take alike stands in the description once: the id in the address alone is taken by two hundred. */
import { z } from 'zod'
import { Id } from '#shared/lib/fields.ts'
import type { Json } from './shapes.ts'

type Described = { components: { parameters: Record<string, Json> }; paths: Record<string, Record<string, Json>> }

/** The same description with each parameter that several calls have among the components, by its name. */
export function withoutRepeated(description: Json): Json {
  const { components, paths } = description as Described
  const calls = Object.values(paths).flatMap(path => Object.values(path)) as { parameters?: Json[] }[]
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
  return withIds({ ...description, components: { ...components, parameters: shared } })
}

/** Ids are everywhere, and each said at length that it is one. */
function withIds(description: Json): Json {
  const { $schema: _, ...id } = z.toJSONSchema(Id)
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const idOrNull = { anyOf: [ref('Id'), { type: 'null' }] }
  const text = JSON.stringify(description)
    .replaceAll(JSON.stringify(id), JSON.stringify(ref('Id')))
    .replaceAll(JSON.stringify(idOrNull), JSON.stringify(ref('IdOrNull')))
  const { components, ...rest } = JSON.parse(text) as Described & { components: { schemas: Record<string, Json> } }
  return {
    ...rest,
    components: { ...components, schemas: { ...components.schemas, Id: id as Json, IdOrNull: idOrNull } },
  }
}

/** The parameter's own, with a number where others of the same name are another. */
function freeName(name: string, taken: Record<string, Json>): string {
  if (!(name in taken)) return name
  for (let number = 2; ; number++) if (!(`${name}.${number}` in taken)) return `${name}.${number}`
}
