/** Known while a pack is written. */
import type { PassRequest } from '#shared/passes/requests.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { Reading } from '../reading.ts'
import type { HeldWriting } from '../writing/module.ts'
import type { Tables } from './tables.ts'

export type Chosen = {
  kind: PassKind
  /** How many records of the kind the pass shows. */
  population: number
  ids: number[]
  /** Those of which there is a PDF. */
  documents: Set<number>
}

export type Packing = {
  /** What comes by it is cleaned of names before it is written. */
  reading: Reading
  /** The same for the pack's own words around cleaned ones. */
  around: Reading
  chosen: Chosen[]
  tables: Tables
  photos: { count: number; bytes: number; leftOut: number }
  readWhole: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** What was written and asked in the pass, with its files, as soon as it was read. */
  written: HeldWriting | null
  requests: PassRequest[]
  shown: PackedFile[]
}

/** A file of the store, and where it is in the pack. */
export type PackedFile = { path: string; to: string }
