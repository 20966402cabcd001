/**
 * The forms that everybody can start from, as data files in `templates/`, one per form and named after its key. Adding
 * one takes a file and nothing else; a file with a mistake stops the start, with its name and the place.
 */
import { z } from 'zod'
import { AnimalDraft } from '#shared/animals/contract.ts'
import { KindOfBusiness } from '#shared/companies/contract.ts'
import { Definition } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { formCategories } from '#shared/forms/rules.ts'
import { LocalizedText } from '#shared/lib/fields.ts'
import { readDataFiles } from '../lib/dataFiles.ts'

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
  /** Ready guides (`server/guides/templates`) beside its elements, by their ids. */
  guides: z.record(z.string(), z.string()).optional(),
})
export type Template = z.infer<typeof Template>

let templates: Template[] | undefined

/** All templates in the order of their keys, read and checked once. */
export const listTemplates = (): Template[] => {
  templates ??= readTemplates(new URL('templates/', import.meta.url))
  return templates
}

/** Reads the templates of a folder; throws when one could not be published unchanged. */
export const readTemplates = (folder: URL): Template[] =>
  readDataFiles(folder, { called: 'Form template', shape: Template, mistakesIn: mistakesOf })

function mistakesOf({ definition, guides = {} }: Template): string[] {
  const ids = new Set(placedElements(definition).map(({ element }) => element.id))
  return [
    ...mistakesIn(definition).map(({ path, code }) => `definition.${path}: ${code}`),
    ...Object.keys(guides).flatMap(id => (ids.has(id) ? [] : [`guides.${id}: no such element`])),
  ]
}
