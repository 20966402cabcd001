/** PDFs that go into a bundle: made for its reader, as the direct calls make them. */
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { Context } from '../../lib/context.ts'
import { inRounds, Preparation } from '../../lib/heavy/preparation.ts'
import { contextFor } from '../../lib/jobs/inCompany.ts'
import { whereRefused } from '../../lib/refused.ts'
import type { BundleReader } from './bundle.ts'
import { reading } from './plan.ts'

/** The whole content; undefined where `print` gives nothing. No connection is held while it is drawn. */
export async function printedFor(
  reader: BundleReader,
  print: (ctx: Context) => Promise<FileAnswer | undefined>,
): Promise<Uint8Array | undefined> {
  const preparation = new Preparation()
  const answer = await inRounds({ preparation }, () =>
    reading(reader, db => print(contextFor({ ...reader, db, preparation }))),
  )
  if (!answer) return undefined
  const { content } = await answer()
  if (content instanceof Uint8Array) return content
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What somebody may not read is not there for them. */
export const notFound = whereRefused(() => undefined)
