import type { Answers } from '../forms/answers/answers.ts'
import { canonicalJson } from '../lib/canonicalJson.ts'

type Content = { uuid: string; version: number; answers: Answers; files: { uuid: string; sha256: string | null }[] }

/** Content of a receipt as text, the same on every device and for ever. `files` are hashed as the device sent them. */
export const receiptContent = ({ uuid, version, answers, files }: Content): string =>
  canonicalJson({
    uuid,
    version,
    answers,
    files: Object.fromEntries(files.map(file => [file.uuid, file.sha256])),
  })
