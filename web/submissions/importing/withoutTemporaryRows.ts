/**
 * Rows of registers that were made on a phone and never reached the server have a temporary id there, below zero, which is nobody's here.
 * They leave the answers and subjects of a copy, and their names go into the note of the answer, so that whoever brings it in can choose
 * the right row.
 */
type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTemporary = (item: unknown): item is { id: number; name?: unknown } =>
  isRaw(item) && typeof item.id === 'number' && item.id < 0
const maxLetters = 5_000

/** What was read of a copy, without them. `say` puts their names into words. */
export function withoutTemporaryRows(raw: unknown, say: (names: string) => string): unknown {
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
