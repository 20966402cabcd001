/** Tries a form out for `publishable.ts`, in a thread. */
import type { Definition } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { keepContent } from '#shared/forms/tables/contents.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'

export type ToTry = { definition: Definition; tables: [string, TableContent][] }

export default function tryOut({ definition, tables }: ToTry) {
  for (const [uuid, content] of tables) keepContent(uuid, content)
  return mistakesIn(definition)
}
