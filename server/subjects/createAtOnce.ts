import type { PgTable } from 'drizzle-orm/pg-core'
import { type Ability, allows } from '#shared/lib/rules.ts'
import { noted } from '../audit/commands.ts'
import { writeWholeAs } from '../lib/db/wholes.ts'
import type { AtOnce } from '../lib/http/atOnce.ts'

/**
 * Makes a row of a register and its entry in the log in one trip to the database, for whoever may make any row of their company: that is known before
 * it is written. Who may make some of them only goes the long way, which looks at the row.
 */
export const createAtOnce =
  <Table extends PgTable, Item>(
    table: Table,
    subject: string,
    present: (row: Table['$inferSelect']) => Item,
  ): AtOnce<object, Item> =>
  (draft, { identity, ...who }) => {
    const { companyId } = identity.actor
    if (companyId === null || !mayMakeAny(identity.ability, subject, companyId)) return null
    return async db => {
      const note = noted({ ...identity, ...who, db }, 'entry.created', { type: subject, companyId })
      const made = await writeWholeAs(db, who, table, { ...draft, companyId }, [note])
      return made && present(made.row)
    }
  }

const mayMakeAny = (ability: Ability, subject: string, companyId: number): boolean =>
  allows(ability, 'create', subject, { companyId }) &&
  ability.rulesFor('create', subject).every(({ conditions = {} }) => Object.keys(conditions).join() === 'companyId')
