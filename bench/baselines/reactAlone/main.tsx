/**
 * The least that a sign-in page in React can be: two fields and a button, without a style or a text that is translated.
 */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form onSubmit={event => event.preventDefault()}>
      <label>
        Email
        <input autoComplete="username" value={email} onChange={event => setEmail(event.target.value)} />
      </label>
      <label>
        Password
        <input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
      </label>
      <button type="submit" disabled={!email || !password}>
        Sign in
      </button>
    </form>
  )
}

const container = document.getElementById('root')
if (container) createRoot(container).render(<SignIn />)
