import { RequestError } from '../../requestError.ts'

/** What is kept here is sealed, its key is not on this device, and the server, which has it, cannot be asked just now. Nothing is lost. */
export class KeyAway extends RequestError {
  constructor({ status, code, message, retryAfter }: RequestError) {
    super({ status, code, message, ...(retryAfter !== undefined && { retryAfter }) })
    this.name = 'KeyAway'
  }
}
