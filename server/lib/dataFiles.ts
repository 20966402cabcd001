/** Data files that come with tend, one per thing and named after its key. */
import { readdirSync, readFileSync } from 'node:fs'
import type { z } from 'zod'

type Kind<Thing> = {
  /** How an error calls one. */
  called: string
  shape: z.ZodType<Thing>
  mistakesIn: (thing: Thing) => string[]
}

/** The things of a folder in the order of their keys; throws with the name of a wrong file and each of its mistakes. */
export const readDataFiles = <Thing extends { key: string }>(folder: URL, kind: Kind<Thing>): Thing[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => read(file, readFileSync(new URL(file, folder), 'utf8'), kind))

function read<Thing extends { key: string }>(file: string, content: string, kind: Kind<Thing>): Thing {
  const refuse = (mistakes: string[]): never => {
    const lines = mistakes.map(mistake => `  ${mistake}`).join('\n')
    throw new Error(`${kind.called} ${file} has mistakes:\n${lines}`)
  }
  const { data, error } = kind.shape.safeParse(parsed(content, refuse))
  if (error) return refuse(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const mistakes = kind.mistakesIn(data)
  if (`${data.key}.json` !== file) mistakes.push(`key: ${data.key} is not the name of the file`)
  return mistakes.length === 0 ? data : refuse(mistakes)
}

function parsed(content: string, refuse: (mistakes: string[]) => never): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    return refuse([String(error)])
  }
}
