/**
 * Tables of a form: lists too long to be choices, and registers of others, which expressions look things up in (`pulldata`, `instance`) and
 * questions offer the rows of. A definition names a table by the uuid of its content, which never changes: another content is another
 * uuid, so that every version of a form keeps its own.
 */
import { z } from 'zod'

export const mostTableRows = 50_000
export const mostTableColumns = 100
/** No spreadsheet holds more characters in a cell. */
export const longestCell = 32_767

/** What expressions call it: the name of its file without the ending. */
export const TableName = z.string().regex(/^[^\s'"[\]/]{1,128}$/)
export const TableColumn = z.string().min(1).max(200)

export const FormTable = z
  .strictObject({
    name: TableName,
    /** Of its content; one that was imported by name alone has none until somebody adds its file. */
    uuid: z.uuid().optional(),
    columns: z.array(TableColumn).max(mostTableColumns),
    rows: z.int().min(0).max(mostTableRows),
  })
  .meta({ id: 'FormTable' })
export type FormTable = z.infer<typeof FormTable>

/** The rows of a table as choices: which column is what is kept, and which is read. */
export const TableChoices = z
  .strictObject({ name: TableName, value: TableColumn, label: TableColumn })
  .meta({ id: 'TableChoices' })
export type TableChoices = z.infer<typeof TableChoices>

/** What a table holds: its headings, and below them as many cells in each row. */
export const TableContent = z
  .object({
    columns: z.array(TableColumn).max(mostTableColumns),
    rows: z.array(z.array(z.string())).max(mostTableRows),
  })
  .meta({ id: 'TableContent' })
export type TableContent = z.infer<typeof TableContent>
