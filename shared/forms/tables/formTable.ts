/**
 * Tables of a form: long lists and foreign registers, for lookups in expressions (`pulldata`, `instance`) and as
 * choices of questions. A definition names a table by the uuid of its content, which never changes, so each version of
 * a form keeps its own.
 */
import { z } from 'zod'

export const maxTableRows = 50_000
export const maxTableColumns = 100
/** Bound of characters in a cell, as in spreadsheets. */
export const maxCell = 32_767

/** Name in expressions: the file's name without its extension. */
export const TableName = z.string().regex(/^[^\s'"[\]/]{1,128}$/)
export const TableColumn = z.string().min(1).max(200)

export const FormTable = z
  .strictObject({
    name: TableName,
    /** Uuid of its content; missing for a table that was imported by name alone. */
    uuid: z.uuid().optional(),
    columns: z.array(TableColumn).max(maxTableColumns),
    rows: z.int().min(0).max(maxTableRows),
  })
  .meta({ id: 'FormTable' })
export type FormTable = z.infer<typeof FormTable>

/** Rows of a table as choices: the columns of their ids and labels. */
export const TableChoices = z
  .strictObject({ name: TableName, value: TableColumn, label: TableColumn })
  .meta({ id: 'TableChoices' })
export type TableChoices = z.infer<typeof TableChoices>

/** Content of a table: headings, and as many cells in each row. */
export const TableContent = z
  .object({
    columns: z.array(TableColumn).max(maxTableColumns),
    rows: z.array(z.array(z.string())).max(maxTableRows),
  })
  .meta({ id: 'TableContent' })
export type TableContent = z.infer<typeof TableContent>
