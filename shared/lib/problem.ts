/**
 * The catalogue of everything that can go wrong for a reason the caller should know. A code is also the key of its text
 * (`web/locales/<language>/problem.json`), so that each one exists in five languages.
 */
export const problems = {
  malformed: 400,
  unauthenticated: 401,
  token_expired: 401,
  forbidden: 403,
  not_found: 404,
  stale_revision: 409,
  idempotency_key_reused: 409,
  too_large: 413,
  wrong_content_type: 415,
  invalid: 422,
  wrong_credentials: 422,
  email_taken: 422,
  wrong_code: 422,
  wrong_pin: 422,
  /** Five wrong PINs, or a manager ended it: the phone must be enrolled anew. */
  enrolment_ended: 410,
  /** A link of a mail, or an offer to enrol, that was good once. */
  link_used: 410,
  link_expired: 410,
  registration_off: 403,
  registration_by_invitation: 403,
  guest_login_off: 403,
  email_not_confirmed: 403,
  /** This needs the password again, at most ten minutes ago. */
  reauthentication_required: 403,
  /** It must be turned off before another is set up. */
  two_factor_on: 409,
  /** The company asks for a second factor, and this person has none yet. */
  two_factor_required: 403,
  /** An admin acts as this person, and may not do this in their name. */
  not_while_acting: 403,
  /** Another version of the privacy text holds now. */
  privacy_outdated: 409,
  last_manager: 409,
  last_admin: 409,
  /** Nobody makes anyone what stands above themselves, or may do what they may not. */
  role_above_own: 403,
  /** An invitation that was taken back, or sent again with another link. */
  link_revoked: 410,
  link_replaced: 410,
  /** Can be read, and hardly written, until the platform's admins open another plan. */
  plan_expired: 403,
  plan_limit_reached: 403,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
  form_not_published: 409,
  /** No face has some characters of what is to be printed. */
  characters_missing: 409,
  /** Somebody who is named for it has not checked or approved what is to be published. */
  guide_not_approved: 409,
  guide_not_checked: 409,
  /** What a reopening asks was corrected meanwhile, and otherwise than it is answered here. */
  corrected_meanwhile: 409,
  /** Whoever filled it in has no account here, or is no longer at work. */
  nobody_to_ask: 409,
  /** Whoever says that the task is done is asked what they did. */
  proof_required: 422,
  /** Whoever looked whether something helped says so, and what is still wrong where it did not. */
  effect_required: 422,
  /** It is for somebody who did not do it themselves. */
  effect_of_own_work: 403,
  /** Only what mends something has a cause and a measure. */
  not_corrective: 409,
  /** It came to its end otherwise: its task was done, or somebody looked again. */
  finding_closed: 409,
  /** The form is about an animal, a group, a place or a vehicle, and none was named. */
  subject_required: 422,
  /** The form is for other roles; only a task that asks for it lets this person begin it. */
  form_for_others: 403,
  /** What visitors with the public link of a form are told when they cannot fill it in. */
  public_form_closed: 403,
  public_form_archived: 410,
  public_company_closed: 410,
  public_link_expired: 410,
  public_link_full: 403,
  /** A link to something to read that whoever made it, or a manager, has taken back. */
  share_taken_back: 410,
  pin_required: 403,
  /** A visitor's device works a little before it sends; what it is to work on comes along. */
  work_required: 428,
  /** Something was written where people see no field. */
  looks_automatic: 422,
  /** What comes by the link of a reporting channel is a case. */
  form_is_channel: 409,
  /** No case has this code. */
  wrong_case_code: 404,
  submission_complete: 409,
  submission_not_complete: 409,
  answers_lost: 409,
  submission_uuid_taken: 409,
  /** Like a server that is down: it can be tried again until the server has been updated. */
  payload_too_new: 503,
  task_already_done: 409,
  task_already_skipped: 409,
  /** Before its window opens. */
  task_not_open: 409,
  /** Its time is over, or the next one took its place. */
  task_missed: 409,
  /** More than ten minutes after its end. */
  task_undo_over: 409,
  not_a_series: 409,
  submission_required: 422,
  file_type_refused: 415,
  in_use: 409,
  /** A private conversation has two people; a group is begun anew. */
  private_takes_two: 409,
  only_groups: 409,
  message_deleted: 410,
  /** What changed since then is not known any more: load anew. */
  history_gone: 410,
  /** Somebody does not want to be written to by this person. */
  blocked: 403,
  cannot_block: 403,
} as const

export type ProblemCode = keyof typeof problems
/** By field path: the codes of what is wrong there, with the figures that the text needs. */
export type FieldErrors = Record<string, FieldError[]>
/** `message` is said instead of the code's text: a form has words of its own for what is wrong. */
export type FieldError = { code: string; values?: Record<string, string | number>; message?: string }

export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly errors: FieldErrors | undefined
  /** The current row, with a conflict. */
  readonly data: unknown
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined
  /** The key of its text, which is another where somebody else reads it than usual. */
  readonly text: string

  constructor(
    code: ProblemCode,
    details: { errors?: FieldErrors; data?: unknown; retryAfter?: number; text?: string } = {},
  ) {
    super(code)
    this.code = code
    this.status = problems[code]
    this.errors = details.errors
    this.data = details.data
    this.retryAfter = details.retryAfter
    this.text = details.text ?? code
  }
}

/** A 422 that names one field. */
export const invalidField = (field: string, code: string, values?: FieldError['values']) =>
  new Problem('invalid', { errors: { [field]: [values ? { code, values } : { code }] } })
