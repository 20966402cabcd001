import { keptFilename } from '#shared/lib/filename.ts'
import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { largestFile } from '#shared/lib/fileKinds.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'

const maxFields = 20

export type SentFile = { name: string; content: Buffer }

/** The fields of a multipart body and its files, of which it may have `most`. */
export async function readMultipart(
  request: FastifyRequest,
  most: number,
): Promise<{ fields: Record<string, string>; files: SentFile[] }> {
  if (!request.isMultipart()) throw new Problem('wrong_content_type')
  const fields: Record<string, string> = {}
  const files: SentFile[] = []
  try {
    for await (const part of request.parts({
      limits: { fileSize: largestFile, files: most, fields: maxFields, parts: maxFields + most, fieldSize: 100_000 },
    })) {
      // What is too long would arrive shortened.
      if (part.type === 'field' && part.valueTruncated) throw new Problem('too_large')
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else files.push({ name: keptFilename(part.filename), content: await part.toBuffer() })
    }
  } catch (error) {
    // The rest of a refused body is not parsed: half a million empty parts would take half a minute.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof Problem) throw error
    const code = (error as { code?: string }).code
    if (code === 'FST_FILES_LIMIT' && most > 1) throw invalidField('attachments', 'too_many', { maximum: most })
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new Problem('too_large', { text: 'file_too_large' })
    throw new Problem(code?.includes('LIMIT') ? 'too_large' : 'malformed')
  }
  return { fields, files }
}
