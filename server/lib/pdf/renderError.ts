/**
 * Why there is no PDF: `busy` too many wait already · `failed` the template does not take this data (the message has
 * Typst's diagnostics) · `too_slow` over the time limit · `crashed` the renderer died (the message says how)
 * · `stopped` the server is ending.
 */
export class PdfRenderError extends Error {
  readonly reason: 'busy' | 'failed' | 'too_slow' | 'crashed' | 'stopped'

  constructor(reason: PdfRenderError['reason'], details = '') {
    super(`The PDF was not rendered (${reason})${details && `: ${details}`}`)
    this.name = 'PdfRenderError'
    this.reason = reason
  }
}
