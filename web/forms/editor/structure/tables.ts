/** Tables of a form, and the questions that offer their rows. Each change gives a new definition. */

import { tableNamed } from '#shared/forms/choiceSets.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { FormTable } from '#shared/forms/tables/formTable.ts'
import { patched } from './patched.ts'
import { changeElement } from './structure.ts'

/** What expressions call the table of a file. */
export const nameOfFile = (file: string): string =>
  tableNamed(file)
    .replace(/[\s'"[\]/]+/g, '_')
    .slice(0, 128) || 'table'

/** The form with a table, in the place of the one of that name. */
export function withTable(definition: Definition, table: FormTable): Definition {
  const { tables = [] } = definition
  const isKnown = tables.some(({ name }) => name === table.name)
  return {
    ...definition,
    tables: isKnown ? tables.map(one => (one.name === table.name ? table : one)) : [...tables, table],
  }
}

export function withoutTable(definition: Definition, name: string): Definition {
  const left = (definition.tables ?? []).filter(table => table.name !== name)
  return patched(definition, { tables: left.length > 0 ? left : undefined })
}

/** The question offers the rows of a table in place of choices, at first by the columns that such files usually have. */
export function takeTable(definition: Definition, questionId: string, name: string): Definition {
  const columns = definition.tables?.find(table => table.name === name)?.columns ?? []
  const named = (usual: string, otherwise: number) =>
    columns.find(column => column === usual) ?? columns[otherwise] ?? columns[0] ?? usual
  return changeElement(definition, questionId, element =>
    'choices' in element
      ? patched(element, {
          choices: [],
          choice_set: undefined,
          table: { name, value: named('name', 0), label: named('label', 1) },
        })
      : element,
  )
}
