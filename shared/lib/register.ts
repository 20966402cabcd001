import { z } from 'zod'
import { contract, page } from './contract.ts'
import { ById, changesOf, EditedFields, Id, Revision } from './fields.ts'
import { Incremental, Paging, sortBy } from './paging.ts'

/** Fields of every row of a register. */
export const RegisterFields = EditedFields.extend({ company_id: Id })

/**
 * Calls of a register: list, create, get, update, archive and restore. `filters` are fields of the draft by which the
 * list can be filtered, each with an index.
 */
export function registerEndpoints<
  const Path extends string,
  Item extends z.ZodRawShape,
  Draft extends z.ZodRawShape,
  const Filter extends keyof Draft & string = never,
>(path: Path, subject: string, Item: z.ZodObject<Item>, Draft: z.ZodObject<Draft>, filters: Filter[] = []) {
  const Changes = changesOf(Draft)
  const [one, many] = namesOf(subject)
  const narrowing = Object.fromEntries(filters.map(name => [name, Changes.shape[name]])) as Pick<
    typeof Changes.shape,
    Filter
  >
  return contract({
    list: {
      summary: `List ${many}`,
      method: 'GET',
      path,
      access: ['read', subject],
      input: Paging.extend({ ...Incremental.shape, sort: sortBy('name', 'created_at', 'updated_at') }).extend(
        narrowing,
      ),
      returns: page(Item),
      copied: 'dated',
    },
    create: {
      summary: `Add ${one}`,
      method: 'POST',
      path,
      access: ['create', subject],
      input: Draft,
      returns: Item,
      status: 201,
    },
    get: {
      summary: `Read ${one}`,
      method: 'GET',
      path: `${path}/:id`,
      access: ['read', subject],
      input: ById,
      returns: Item,
      copied: 'dated',
    },
    update: {
      summary: `Change ${one}`,
      method: 'PUT',
      path: `${path}/:id`,
      access: ['update', subject],
      input: Changes.extend({ id: Id, revision: Revision.optional() }),
      returns: Item,
    },
    remove: {
      summary: `Archive ${one}`,
      method: 'DELETE',
      path: `${path}/:id`,
      access: ['delete', subject],
      input: ById,
      returns: z.null(),
    },
    restore: {
      summary: `Restore ${one}`,
      method: 'POST',
      path: `${path}/:id/restore`,
      access: ['delete', subject],
      input: ById,
      returns: Item,
    },
  })
}

/** Names of a row and of rows in /api/docs: "an animal group", "animal groups". */
export function namesOf(subject: string): [one: string, many: string] {
  const name = subject.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()
  return [`${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`, `${name}s`]
}
