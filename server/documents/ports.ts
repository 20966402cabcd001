import type { AskedKind } from '#shared/documents/rules.ts'
import type { Context } from '../lib/context.ts'
import type { Template } from '../lib/pdf/template.ts'
import { QueryPort } from '../lib/ports.ts'

/** A document to be printed, given by its feature. */
export type PdfSource<Data extends object = object> = {
  kind: AskedKind
  companyId: number
  /** Null for documents about a day. */
  recordId: number | null
  version?: number | null
  template: Template<Data>
  data: Data
  /** Replacement for data that contains the moment, when documents are compared. */
  timeless?: Partial<Data>
  /** Stored paths of pictures, by their names in the data. */
  pictures?: Record<string, string>
  /** Bytes of all pictures; further ones are left out, and the document says so. */
  maxBytes?: number
  filename: string
  /** It enters the chain of the company, and carries the code that leads to what the chain says of it. */
  isSealed?: boolean
  /** The record as printed, sealed before the document unless it is in the chain already. */
  record?: object
}

/** Asks the feature of a kind for a document of a record. Throws 404 for records that the caller may not read. */
export const pdfSourceOf = new QueryPort<Wanted & { ctx: Context }, PdfSource | null>('documents.pdfSource')

/** The record, and where needed which of its documents. */
export type Wanted = {
  kind: AskedKind
  recordId: number
  draft?: boolean | undefined
  date?: string | undefined
  userId?: number | undefined
  publicLinkId?: number | undefined
  ids?: number[] | undefined
}
