/** A request to the HTTP API that cannot be answered: the status, and a sentence for whoever sent it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(status: 400 | 401 | 404 | 413, message: string) {
    super(message)
    this.status = status
  }
}
