/** Faults of an expression; each code has a text in five languages (`problem.field`). */
export type FaultCode =
  | 'expression_character'
  | 'expression_curly_quotes'
  | 'expression_unclosed_text'
  | 'expression_unclosed_reference'
  | 'expression_unexpected'
  | 'expression_unfinished'
  | 'expression_too_deep'
  | 'expression_predicate'
  | 'expression_type'
  | 'too_many_digits'
  | 'unknown_function'
  | 'function_not_supported'
  | 'function_arguments'
  | 'unknown_reference'
  | 'no_value'
  | 'unknown_attribute'
  | 'unknown_table'
  | 'unknown_choice'
  | 'not_a_repeat'
  | 'no_self'
  | 'circular_reference'
  | 'pattern_not_supported'

export type FaultValues = Record<string, string | number>

/** `at` and `length` point at the place in the text; `values` are for the message. */
export type Fault = { code: FaultCode; at: number; length: number; values?: FaultValues }

/** Thrown inside the parser only; outside, faults are values. */
export class ExpressionFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.code)
    this.fault = fault
  }
}

export const fail = (code: FaultCode, at: number, length: number, values?: FaultValues): never => {
  throw new ExpressionFault({ code, at, length, ...(values && { values }) })
}
