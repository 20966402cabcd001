/**
 * Shapes of the OpenAPI description, written by zod: a named one (`.meta({ id })`) is a component, `<Name>Input` where
 * drafts differ. Merged by hand: `zod-openapi` 6.0.2 calls answers `<Name>Output`, and rewrites 173 of 362 components.
 */
import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

const place = '#/components/schemas/'

/** Collects the named shapes of one description while its calls are described. */
export class Shapes {
  readonly #named = new Map<string, Json>()
  readonly #known = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }

  /** The JSON schema of a shape; a reference where it has a name. */
  schemaOf(shape: z.ZodType, direction: Direction): Json {
    const known = this.#known[direction].get(shape)
    if (known) return known
    // Inside another, so that a named shape is referred to also where it is asked for itself.
    const json = z.toJSONSchema(z.object({ shape }), {
      io: direction,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // Fields may be added to answers; only shapes that are strict refuse unknown ones.
        const { def } = zodSchema._zod
        if (def.type === 'object' && !('catchall' in def && def.catchall)) delete jsonSchema.additionalProperties
        // What a format says need not be said again at length.
        if (['uuid', 'email', 'date'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
        // Of a whole number that has no bound of its own, zod says how far JavaScript counts.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      },
    }) as unknown as { properties: { shape: Json }; $defs?: Record<string, Json> }
    const placed = referring(json.properties.shape, direction)
    for (const [name, { id, ...schema }] of Object.entries(json.$defs ?? {}))
      this.#named.set(keyOf(name, direction), referring(schema, direction))
    this.#known[direction].set(shape, placed)
    return placed
  }

  /** The same with its own fields, in place of a reference. */
  fieldsOf(shape: z.ZodObject, direction: Direction): Json {
    const schema = this.schemaOf(shape, direction)
    return typeof schema.$ref === 'string' ? (this.#named.get(schema.$ref.slice(place.length)) ?? {}) : schema
  }

  /** The description with its named shapes in place; those that are the same in both directions stand there once. */
  place<Description extends { components: { schemas: Json } }>(description: Description): Description {
    const known = new Map([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)))
    const shared = this.#sameBothWays()
    const settled = (value: unknown) => JSON.parse(rename(JSON.stringify(value), shared))
    const schemas = Object.fromEntries(
      [...known].filter(([key]) => !shared.has(key)).map(([key, schema]) => [key, settled(schema)]),
    )
    const onlySent = [...shared].filter(key => !known.has(outputOf(key)))
    for (const key of onlySent) schemas[outputOf(key)] = settled(known.get(key))
    return {
      ...settled(description),
      components: { ...settled(description.components), schemas: { ...description.components.schemas, ...schemas } },
    }
  }

  /**
   * Keys of what is sent that need no `Input`: nothing else is answered under the name, all that they refer to
   * included.
   */
  #sameBothWays(): Set<string> {
    const same = new Set([...this.#named.keys()].filter(key => key.endsWith(suffix)))
    for (let settled = false; !settled; ) {
      settled = true
      for (const key of same) {
        const answered = this.#named.get(outputOf(key))
        if (!answered || JSON.stringify(answered) === rename(JSON.stringify(this.#named.get(key)), same)) continue
        same.delete(key)
        settled = false
      }
    }
    return same
  }
}

const suffix = 'Input'
const keyOf = (name: string, direction: Direction) => (direction === 'input' ? `${name}${suffix}` : name)
const outputOf = (key: string) => key.slice(0, -suffix.length)

const referring = (schema: Json, direction: Direction): Json =>
  JSON.parse(
    JSON.stringify(schema).replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"${place}${keyOf(name, direction)}"`),
  )

const rename = (text: string, same: Set<string>): string =>
  text.replace(/"#\/components\/schemas\/(\w+)"/g, (whole, key: string) =>
    same.has(key) ? `"${place}${outputOf(key)}"` : whole,
  )
