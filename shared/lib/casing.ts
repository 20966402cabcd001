/**
 * Maps names between the wire (snake_case) and TypeScript (camelCase). Only the top level is renamed, because deeper
 * levels are content or have their own schema.
 */
type CamelKey<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : S
type SnakeKey<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeKey<Tail>}`
    : `_${Lowercase<Head>}${SnakeKey<Tail>}`
  : S

export type Camel<T> = { [K in keyof T as K extends string ? CamelKey<K> : K]: T[K] }
type WireValue<V> = V extends Date ? string : V
export type Wire<T> = { [K in keyof T as K extends string ? SnakeKey<K> : K]: WireValue<T[K]> }

export const camelCase = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
export const snakeCase = (key: string) => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Caches names: rows have few of them, and lists have many rows. */
const columnNames = new Map<string, string>()

function columnName(key: string): string {
  const known = columnNames.get(key)
  if (known !== undefined) return known
  const name = snakeCase(key)
  columnNames.set(key, name)
  return name
}

/** Renames the keys of parsed input to camelCase; values stay as they are. */
export function camel<T extends object>(input: T): Camel<T> {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [camelCase(key), value])) as Camel<T>
}

/** Converts a row to wire form: snake_case keys, times as ISO 8601 in UTC. */
export function wire<T extends object>(row: T): Wire<T> {
  const named: Record<string, unknown> = {}
  for (const key of Object.keys(row)) {
    const value = row[key as keyof T]
    named[columnName(key)] = value instanceof Date ? value.toISOString() : value
  }
  return named as Wire<T>
}
