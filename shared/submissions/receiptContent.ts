import type { Answers } from '../forms/answers.ts'

type Content = { uuid: string; version: number; answers: Answers; files: { uuid: string; sha256: string | null }[] }

/** What a receipt is for, as text: the same on every device and for ever. `files` are hashed as the device sent them. */
export const receiptContent = ({ uuid, version, answers, files }: Content): string =>
  canonicalJson({
    uuid,
    version,
    answers,
    files: Object.fromEntries(files.map(file => [file.uuid, file.sha256])),
  })

/** JSON without spaces and with sorted keys, as RFC 8785 has it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
