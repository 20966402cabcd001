/** What many calls take alike stands in the description once: the id in the address alone is taken by two hundred. */
import type { Json } from './shapes.ts'

type Named = Record<string, Json>
type Call = { parameters?: Json[]; responses: Named }
type Described = { components: { parameters: Named; responses: Named }; paths: Record<string, Record<string, Call>> }

/** The same description with each parameter and each answer that several calls have among the components, by its name. */
export function withoutRepeated(description: Json): Json {
  const { components, paths } = description as Described
  const calls = Object.values(paths).flatMap(path => Object.values(path))
  const parameters = sharing('parameters', components.parameters, parameter => String(parameter.name))
  const responses = sharing('responses', components.responses, nameOfAnswer)
  for (const call of calls) {
    for (const parameter of call.parameters ?? []) parameters.count(parameter)
    for (const response of Object.values(call.responses)) responses.count(response)
  }
  for (const call of calls) {
    if (call.parameters) call.parameters = call.parameters.map(parameters.placed)
    call.responses = Object.fromEntries(
      Object.entries(call.responses).map(([status, response]) => [status, responses.placed(response)]),
    )
  }
  return { ...description, components: { ...components, parameters: parameters.shared, responses: responses.shared } }
}

/** Counts what is the same, and puts what there is twice among the components. */
function sharing(kind: string, known: Named, nameOf: (part: Json) => string) {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const shared = { ...known }
  const count = (part: Json): void => {
    const text = JSON.stringify(part)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const placed = (part: Json): Json => {
    const text = JSON.stringify(part)
    if ('$ref' in part || (counts.get(text) ?? 0) < 2) return part
    const name = names.get(text) ?? freeName(nameOf(part), shared)
    names.set(text, name)
    shared[name] = part
    return { $ref: `#/components/${kind}/${name}` }
  }
  return { count, placed, shared }
}

/** After the shape that it brings, where it brings one. Clients make types of both, so it has another name. */
const nameOfAnswer = (response: Json): string => {
  const shape = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(response))?.[1]
  return shape ? `${shape}Answer` : 'Done'
}

/** The parameter's own, with a number where others of the same name are another. */
function freeName(name: string, taken: Record<string, Json>): string {
  if (!(name in taken)) return name
  for (let number = 2; ; number++) if (!(`${name}.${number}` in taken)) return `${name}.${number}`
}
