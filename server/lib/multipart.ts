import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { largestFile } from '#shared/lib/fileKinds.ts'
import { Problem } from '#shared/lib/problem.ts'

export type SentFile = { name: string; content: Buffer }

/** The fields of a multipart body and its one file. */
export async function readMultipart(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: SentFile | null }> {
  if (!request.isMultipart()) throw new Problem('wrong_content_type')
  const fields: Record<string, string> = {}
  let file: SentFile | null = null
  try {
    for await (const part of request.parts({
      limits: { fileSize: largestFile, files: 1, fields: 20, fieldSize: 100_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else file = { name: part.filename.slice(0, 255), content: await part.toBuffer() }
    }
  } catch (error) {
    const code = (error as { code?: string }).code
    throw new Problem(code?.includes('LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE' ? 'too_large' : 'malformed')
  }
  return { fields, file }
}
