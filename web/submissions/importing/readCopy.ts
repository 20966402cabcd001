/** Reads the ZIP that somebody saved of their unsent work: the forms in it, each with the files that its answers name. */
import { unzipSync } from 'fflate'
import { CopiedForm } from '#shared/submissions/deviceRecords.ts'
import { withoutTemporaryRows } from './withoutTemporaryRows.ts'

/** What fits into a browser's memory beside its page. */
const maxBytes = 300 * 2 ** 20
const maxForms = 200

export type FoundForm = {
  form: CopiedForm
  /** What was asked and answered, in the words of the copy. */
  words: { question: string; answer: string; note?: string | undefined }[]
  files: { uuid: string; question_id: string; file: File }[]
}
export type FoundCopy = {
  forms: FoundForm[]
  /** How many other pieces of work are in it, which people read themselves: ends of tasks and their like. */
  others: number
}

/**
 * `sayUnknown` puts the names of rows into words that are in no register, because they were made on that phone. Throws where it is no such
 * copy, or larger than a browser can read.
 */
export async function readCopy(file: File, sayUnknown: (names: string) => string): Promise<FoundCopy> {
  if (file.size > maxBytes) throw new Error('The copy is too large')
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ originalSize }) => originalSize <= maxBytes,
  })
  const texts = Object.entries(entries).filter(([path]) => path.endsWith('.json'))
  if (texts.length === 0) throw new Error('There is no work of tend in it')
  const found = texts.map(([path, content]) =>
    readForm(path, withoutTemporaryRows(parsed(content), sayUnknown), entries),
  )
  const forms = found.filter(one => one !== undefined).slice(0, maxForms)
  return { forms, others: found.length - forms.length }
}

function readForm(path: string, raw: unknown, entries: Record<string, Uint8Array>): FoundForm | undefined {
  const { data: form } = CopiedForm.safeParse(raw)
  if (!form) return undefined
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const files = form.files.flatMap(({ uuid, question_id, name, content_type, path: beside }) => {
    const bytes = entries[folder + beside]
    return bytes ? [{ uuid, question_id, file: new File([bytes as BlobPart], name, { type: content_type }) }] : []
  })
  return { form, files, words: wordsOf(raw) }
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content))
  } catch {
    return undefined
  }
}

function wordsOf(raw: unknown): FoundForm['words'] {
  const { answers } = raw as { answers?: unknown }
  if (!Array.isArray(answers)) return []
  return answers.flatMap(({ question, answer, note }: Record<string, unknown>) =>
    typeof question === 'string'
      ? [{ question, answer: String(answer ?? ''), ...(typeof note === 'string' && { note }) }]
      : [],
  )
}
