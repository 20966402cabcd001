import type { AskedKind } from '#shared/documents/options.ts'
import type { Context } from '../lib/context.ts'
import type { Template } from '../lib/pdf/template.ts'
import { QueryPort } from '../lib/queryPorts.ts'

/** What a feature hands over to be printed. */
export type Paper<Data extends object = object> = {
  kind: AskedKind
  companyId: number
  /** Null for what is about a day. */
  recordId: number | null
  version?: number | null
  template: Template<Data>
  data: Data
  /** What of the data says when it was made and makes it no other document: stands in its place where documents are compared. */
  timeless?: Partial<Data>
  /** Where the pictures lie, by the names that the data uses. */
  pictures?: Record<string, string>
  /** Of all pictures together; what is beyond is left out, and the document says so in its place. */
  maxBytes?: number
  filename: string
  /** It enters the chain of the company, and carries the code that leads to what the chain says of it. */
  isSealed?: boolean
  /** What the record was when it was printed, where nothing else puts that into the chain: it enters before the document, unless it did already. */
  record?: object
}

/** What is to be printed of a record that the caller may read, by the feature whose kind it is. Throws 404 for what they may not. */
export const paperOf = new QueryPort<Wanted & { ctx: Context }, Paper | null>('documents.paper')

/** What is wanted: a record, and of those that need it which of its papers. */
export type Wanted = {
  kind: AskedKind
  recordId: number
  draft?: boolean | undefined
  date?: string | undefined
  userId?: number | undefined
  publicLinkId?: number | undefined
  ids?: number[] | undefined
}
