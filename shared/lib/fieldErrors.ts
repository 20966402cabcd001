import type { z } from 'zod'
import type { FieldError, FieldErrors } from './problem.ts'

/** Bound of fields that a refusal names; each costs a translated text. */
export const maxNamed = 100

/** Converts zod's issues to codes by field path; each code has a text in `problem.json` under `field`. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues.slice(0, maxNamed)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxNamed)) errors[[...issue.path, key].join('.')] = [{ code: 'unknown' }]
      continue
    }
    const path = issue.path.join('.')
    errors[path] = [...(errors[path] ?? []), fieldError(issue)]
  }
  return errors
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  switch (issue.code) {
    case 'invalid_type':
      return { code: issue.input === undefined ? 'required' : 'wrong_type' }
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1
          ? { code: 'required' }
          : { code: 'too_short', values: { minimum: Number(issue.minimum) } }
      return { code: issue.origin === 'array' ? 'too_few' : 'too_small', values: { minimum: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', values: { maximum: Number(issue.maximum) } }
      return { code: issue.origin === 'array' ? 'too_many' : 'too_large', values: { maximum: Number(issue.maximum) } }
    case 'invalid_format':
      return {
        code: issue.format === 'email' ? 'not_an_email' : issue.format === 'date' ? 'not_a_date' : 'wrong_format',
      }
    case 'invalid_value':
    case 'invalid_union':
      return { code: 'not_an_option' }
    case 'custom': {
      const { code, ...values } = (issue.params ?? {}) as { code?: unknown } & FieldError['values']
      return {
        code: typeof code === 'string' ? code : 'wrong_format',
        ...(Object.keys(values).length > 0 && { values }),
      }
    }
    default:
      return { code: 'wrong_format' }
  }
}
