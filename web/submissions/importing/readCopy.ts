/**
 * Reads the ZIP that somebody saved of their unsent work: the forms in it, each with the files that its answers name.
 */
import { unzipSync } from 'fflate'
import { CopiedForm } from '#shared/submissions/deviceRecords.ts'

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
 * `sayUnknown` puts the names of rows into words that are in no register, because they were made on that phone. Throws
 * where it is no such copy, or larger than a browser can read.
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

/**
 * Rows of registers that were made on a phone and never reached the server have a temporary id there, below zero, which
 * is nobody's here. They leave the answers and subjects of a copy, and their names go into the note of the answer, so
 * that the person who brings it in can choose the right row.
 */
type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTemporary = (item: unknown): item is { id: number; name?: unknown } =>
  isRaw(item) && typeof item.id === 'number' && item.id < 0
const maxLetters = 5_000

/** What was read of a copy, without them. `say` puts their names into words. */
function withoutTemporaryRows(raw: unknown, say: (names: string) => string): unknown {
  if (!isRaw(raw)) return raw
  const { subjects, content } = raw
  return {
    ...raw,
    ...(Array.isArray(subjects) && { subjects: subjects.filter(subject => !isTemporary(subject)) }),
    ...(isRaw(content) &&
      isRaw(content.answers) && { content: { ...content, answers: namedIn(content.answers, say) } }),
  }
}

const namedIn = (answers: Raw, say: (names: string) => string): Raw =>
  Object.fromEntries(Object.entries(answers).map(([key, answer]) => [key, withName(answer, say)]))

function withName(answer: unknown, say: (names: string) => string): unknown {
  if (!isRaw(answer) || !Array.isArray(answer.value)) return answer
  const temporary = answer.value.filter(isTemporary)
  if (temporary.length === 0) return answer
  const rest = answer.value.filter(item => !isTemporary(item))
  const said = say(temporary.map(({ name }) => String(name ?? '')).join(', '))
  const note = [answer.note, said].filter(Boolean).join('\n').slice(0, maxLetters)
  const { value: _, ...others } = answer
  return { ...others, ...(rest.length > 0 && { value: rest }), note }
}
