import type { ProblemCode } from '#shared/lib/problem.ts'

export type RequestErrorCode = ProblemCode | 'network_error' | 'unknown_error'

type Details = {
  /** 0 when there was no answer. */
  status: number
  code: RequestErrorCode
  message?: string
  errors?: Record<string, string[]>
  data?: unknown
  retryAfter?: number | undefined
  during?: 'upload' | undefined
}

/**
 * Why a request failed. `message` is in the person's language when the server sent one; `errors` are texts by field
 * path.
 */
export class RequestError extends Error {
  readonly status: number
  readonly code: RequestErrorCode
  readonly errors: Record<string, string[]>
  /** With a conflict, the current row. */
  readonly data: unknown
  /** Seconds until it is worth trying again, where the server said so. */
  readonly retryAfter: number | undefined
  /** The step of a larger piece of work that failed, where the person is told which. */
  readonly during: 'upload' | undefined

  constructor(details: Details) {
    super(details.message ?? '')
    this.status = details.status
    this.code = details.code
    this.errors = details.errors ?? {}
    this.data = details.data
    this.retryAfter = details.retryAfter
    this.during = details.during
  }

  /** Whether the same may be answered otherwise in a moment: there was no answer, or the server has too much to do. */
  get isPassing(): boolean {
    return [0, 408, 425, 429].includes(this.status) || this.status >= 500
  }

  /** The message of a failed answer: the server's field for it, or the plain text of a proxy. */
  static async of(response: Response): Promise<RequestError> {
    const text = await response.text().catch(() => '')
    const isPlain = response.headers.get('content-type')?.startsWith('text/plain') ?? false
    const body = detailsIn(text) ?? (isPlain ? { message: text.trim().slice(0, maxText) } : null)
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    return new RequestError({
      code: 'unknown_error',
      ...body,
      status: response.status,
      ...(retryAfter && { retryAfter }),
    })
  }
}

/** Of a longer text the rest is for no person. */
const maxText = 300

function detailsIn(text: string): Partial<Details> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The content of an answer. Throws a `RequestError` as without a network where it breaks off or is not the server's,
 * because the result of the request is unknown then; and the abort of the caller.
 */
export async function readAnswer<T>(response: Response, content: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await content()
  } catch (cause) {
    if (signal?.aborted) throw cause
    console.error('Network error', `${response.status} ${response.url}`, cause)
    throw new RequestError({ status: 0, code: 'network_error' })
  }
}
