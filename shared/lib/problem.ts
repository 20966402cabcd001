/**
 * Catalogue of all problems that a caller should know. A code is the key of its text
 * (`web/locales/<language>/problem.json`) in five languages.
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
  /** After five wrong PINs or by a manager: the phone must be enrolled again. */
  enrolment_ended: 410,
  /** A link of a mail, or an enrolment offer, that works once. */
  link_used: 410,
  link_expired: 410,
  registration_off: 403,
  registration_by_invitation: 403,
  guest_login_off: 403,
  email_not_confirmed: 403,
  /** Without a mail server, only an administrator hands over the password link of somebody of several companies. */
  password_link_by_administrator: 403,
  /** Nobody else gets a password link of a person who reads confidential cases. */
  password_link_of_case_reader: 403,
  /** The provider has brought somebody of this name or address already, or an unconfirmed account here has it. */
  already_provisioned: 409,
  /** Needs the password, given within the last ten minutes. */
  reauthentication_required: 403,
  /** The second factor must be turned off before another is set up. */
  two_factor_on: 409,
  /** Browsers use passkeys at https addresses with a name alone, and this tend has none. */
  passkeys_unavailable: 409,
  /** The answer was made at another address than the one of this tend. */
  passkey_elsewhere: 409,
  /** Somebody has it already, perhaps in another account. */
  passkey_known: 409,
  passkey_unknown: 422,
  /** A wrong signature, or a device that counted less than before. */
  passkey_refused: 422,
  /** The company demands a second factor that this person lacks. */
  two_factor_required: 403,
  /** The provider of single sign-on does not answer. */
  sso_unreachable: 503,
  /** The provider refused, or its answer is not to be trusted. */
  sso_refused: 403,
  /** The provider has not checked that the address is this person's. */
  sso_email_unverified: 403,
  /** The address is in no domain that was confirmed for the company. */
  sso_other_domain: 403,
  /** No account, and neither an invitation nor the claim that gives one. */
  sso_not_invited: 403,
  /** Needs an account with a password. */
  sso_no_password: 403,
  /** Administrators of the platform do not sign in by a company's provider. */
  sso_administrator: 403,
  /** Passwords are switched off only by who has signed in by the provider. */
  sso_try_first: 409,
  /** The password opens nothing here; `data` names the provider. */
  sso_required: 403,
  /** A session of a company's provider, which changes nothing beyond that company. */
  sso_session: 403,
  /** An administrator who acts as this person may not do this. */
  not_while_acting: 403,
  /** Another version of the privacy text is in force. */
  privacy_outdated: 409,
  last_manager: 409,
  last_admin: 409,
  /** Nobody gives a role above their own, or with rights that they lack. */
  role_above_own: 403,
  /** An invitation that was revoked, or sent again with another link. */
  link_revoked: 410,
  link_replaced: 410,
  /** Read-only for the most part, until an administrator opens another plan. */
  plan_expired: 403,
  plan_limit_reached: 403,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
  /** A backup that cannot be restored here; its fault is in `data`. */
  backup_refused: 409,
  form_not_published: 409,
  /** Some characters to be printed are in no font. */
  characters_missing: 409,
  /** A named reviewer or approver is missing. */
  guide_not_approved: 409,
  guide_not_checked: 409,
  /** Questions of a reopening were corrected by somebody else, with other answers. */
  corrected_meanwhile: 409,
  /** The author has no account here, or no longer works here. */
  nobody_to_ask: 409,
  /** Completing the task demands a note or photo. */
  proof_required: 422,
  /** A check needs its result, and a note where the correction did not help. */
  effect_required: 422,
  /** Reserved for somebody who did not do the work. */
  effect_of_own_work: 403,
  /** Only a corrective task has a cause and a measure. */
  not_corrective: 409,
  /** The finding ended otherwise, by its task or a re-check. */
  finding_closed: 409,
  /** The form needs an animal, a group, a location or a vehicle. */
  subject_required: 422,
  /** The form is for other roles; only a task that asks for it lets this person begin it. */
  form_for_others: 403,
  /** Refusals for visitors of a public link. */
  public_form_closed: 403,
  public_form_archived: 410,
  public_company_closed: 410,
  public_link_expired: 410,
  public_link_full: 403,
  /** A link that its author or a manager revoked. */
  share_taken_back: 410,
  /** The start of an audit pass is still to come. */
  pass_not_started: 403,
  /** The closing note of the pass is signed. */
  pass_closed: 409,
  /** A request for evidence that was withdrawn. */
  pass_request_closed: 409,
  pin_required: 403,
  /** Proof of work is missing; the puzzle is in `data`. */
  work_required: 428,
  /** The honeypot field has a value. */
  looks_automatic: 422,
  /** Reports to a reporting channel are cases. */
  form_is_channel: 409,
  /** No case has this code. */
  wrong_case_code: 404,
  submission_complete: 409,
  submission_not_complete: 409,
  answers_lost: 409,
  submission_uuid_taken: 409,
  /** Can be repeated until the server has been updated, as if it were down. */
  payload_too_new: 503,
  task_already_done: 409,
  task_already_skipped: 409,
  /** Before its window opens. */
  task_not_open: 409,
  /** Missed, or replaced by the next occurrence. */
  task_missed: 409,
  /** More than ten minutes after its completion. */
  task_undo_over: 409,
  not_a_series: 409,
  submission_required: 422,
  file_type_refused: 415,
  import_not_open: 409,
  in_use: 409,
  /** A private conversation has two people; a group is a new conversation. */
  private_takes_two: 409,
  only_groups: 409,
  message_deleted: 410,
  /** Changes since then are no longer known: load again. */
  history_gone: 410,
  /** Of an incremental read: it begins again, because of its age, of other rights, or of a restored database. */
  cursor_expired: 410,
  /** Blocked by the recipient. */
  blocked: 403,
  cannot_block: 403,
} as const

export type ProblemCode = keyof typeof problems
/** Codes by field path, with the figures for their texts. */
export type FieldErrors = Record<string, FieldError[]>
/** Replaces the code's text: a form's own message. */
export type FieldError = { code: string; values?: Record<string, string | number>; message?: string }

export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly errors: FieldErrors | undefined
  /** Current row, for a conflict. */
  readonly data: unknown
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
  /** Key of its text, where it is not the code. */
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
