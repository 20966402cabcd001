/** Key of an answer: the question's id, with the row's id where the question is in a repeat. */
export const answerKey = (questionId: string, rowId?: string | undefined): string =>
  rowId === undefined ? questionId : `${questionId}@${rowId}`

/** Splits a key. */
export function keyParts(key: string): { question_id: string; row_id?: string } {
  const at = key.indexOf('@')
  return at < 0 ? { question_id: key } : { question_id: key.slice(0, at), row_id: key.slice(at + 1) }
}

/** Pattern of a row's id. */
export const isRowId = (id: string): boolean => /^[A-Za-z0-9_.-]{1,100}$/.test(id)

/** Photos or files of one question, or beside one answer. */
export const maxFiles = 10
