/** The child process of render.ts: answers one document after the other. */

import { join } from 'node:path'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { answerParent } from '../concurrency/answerParent.ts'
import { fontFiles, readFaces } from './fonts.ts'
import { embedPictures, type PreparedPicture, preparePicture, standIn } from './pictures.ts'
import { printable } from './printable.ts'
import type { RenderAnswer, RenderRequest } from './render.ts'
import type { PdfSeal } from './template.ts'

answerParent(async ({ template, data, pictures, seal, madeAt }: RenderRequest): Promise<RenderAnswer> => {
  try {
    return { pdf: await compilePdf(template, data, pictures, seal, madeAt) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
})

// Typst in this process. A template, named by the path of its file, gets JSON texts through `sys.inputs`, never markup:
// `data`, `seal`, whether signs are `missing`, and `pictures`, which maps a picture's name to its size and to the path
// of what replaces it (pictures.ts; templates draw it with `picture` of look.typ). The files exist in the compiler's
// memory only.

/** The server's folder: templates lie with their features and import what they share as `/lib/pdf/look.typ`. */
const WORKSPACE = join(import.meta.dirname, '../..')
/** How many renders a cached result survives unused: enough to keep the template, not the last document's pictures. */
const CACHE_AGE = 2

const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: fontFiles() }] })
const faces = readFaces()

/**
 * @returns the bytes of a PDF/A-2b file
 * @throws with Typst's own diagnostics when the template does not compile with this data
 */
export async function compilePdf(
  template: string,
  data: object,
  pictures: Record<string, Uint8Array>,
  seal: PdfSeal | null,
  madeAt?: Date,
) {
  const prepared = await Promise.all(
    Object.entries(pictures).map(async ([name, bytes]) => ({ name, picture: await preparePicture(bytes) })),
  )
  const drawn = prepared.flatMap(({ name, picture }) => (picture ? { name, picture } : []))
  const stands = await Promise.all(drawn.map((_, index) => standIn(index)))
  try {
    let missing = 0
    const printed = JSON.stringify(printable(data, faces, () => missing++))
    const inputs = {
      data: printed,
      missing: String(missing > 0),
      seal: JSON.stringify(printable(seal, faces)),
      pictures: JSON.stringify(printable(mapPictures(drawn, stands), faces)),
    }
    return embedPictures(
      exportPdf(template, inputs, madeAt),
      drawn.map(({ picture }) => picture),
    )
  } finally {
    compiler.resetShadow()
    compiler.evictCache(CACHE_AGE)
  }
}

function mapPictures(drawn: { name: string; picture: PreparedPicture }[], stands: Buffer[]) {
  return drawn.map(({ name, picture: { width, height } }, index) => {
    const path = `/pictures/${index}.jpg`
    compiler.mapShadow(join(WORKSPACE, path), stands[index] ?? Buffer.alloc(0))
    return { name, path, width, height }
  })
}

function exportPdf(mainFilePath: string, inputs: Record<string, string>, madeAt?: Date): Buffer {
  const compiled = compiler.compile({ mainFilePath, inputs })
  const problem = compiled.takeError()
  if (problem || !compiled.result) {
    throw new Error(problem ? JSON.stringify(compiler.fetchDiagnostics(problem)) : 'Typst gave no document')
  }
  return compiler.pdf(compiled.result, {
    pdfStandard: PdfStandard.A_2b,
    ...(madeAt && { creationTimestamp: Math.floor(madeAt.getTime() / 1000) }),
  })
}
