/**
 * The forms that everybody can start from, as data files in `templates/`, one per form and named after its key. Adding
 * one takes a file and nothing else; a file with a mistake stops the start, with its name and the place.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { AnimalDraft } from '#shared/animals/contract.ts'
import { KindOfBusiness } from '#shared/companies/contract.ts'
import { Definition } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { formCategories } from '#shared/forms/rules.ts'
import { LocalizedText } from '#shared/lib/fields.ts'

export const Template = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: LocalizedText,
  description: LocalizedText,
  category: z.enum(formCategories),
  /** The species that it is made for; any when absent. */
  species: z.array(AnimalDraft.shape.species).min(1).optional(),
  /** The kinds of business that begin with it. */
  kinds: z.array(KindOfBusiness).min(1).optional(),
  definition: Definition,
})
export type Template = z.infer<typeof Template>

let templates: Template[] | undefined

/** All templates in the order of their keys, read and checked once. */
export const listTemplates = (): Template[] => {
  templates ??= readTemplates(new URL('templates/', import.meta.url))
  return templates
}

/** Reads the templates of a folder; throws when one is not a form that could be published as it stands. */
export const readTemplates = (folder: URL): Template[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => readTemplate(file, readFileSync(new URL(file, folder), 'utf8')))

function readTemplate(file: string, content: string): Template {
  const { data, error } = Template.safeParse(parseJson(file, content))
  if (error)
    refuse(
      file,
      error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    )
  else {
    const mistakes = mistakesIn(data.definition).map(({ path, code }) => `definition.${path}: ${code}`)
    if (`${data.key}.json` !== file) mistakes.push(`key: ${data.key} is not the name of the file`)
    if (mistakes.length === 0) return data
    refuse(file, mistakes)
  }
}

function parseJson(file: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    return refuse(file, [String(error)])
  }
}

function refuse(file: string, mistakes: string[]): never {
  throw new Error(`Form template ${file} has mistakes:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`)
}
