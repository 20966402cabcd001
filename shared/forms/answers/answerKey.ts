/** The key under which an answer is kept: the question's id, and the row's where the question stands in a repeat. */
export const answerKey = (questionId: string, rowId?: string | undefined): string =>
  rowId === undefined ? questionId : `${questionId}@${rowId}`

/** The parts of a key. */
export function keyParts(key: string): { question_id: string; row_id?: string } {
  const at = key.indexOf('@')
  return at < 0 ? { question_id: key } : { question_id: key.slice(0, at), row_id: key.slice(at + 1) }
}

/** What a row may be called. */
export const isRowId = (id: string): boolean => /^[A-Za-z0-9_.-]{1,100}$/.test(id)
