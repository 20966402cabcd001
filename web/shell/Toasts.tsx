import 'react-toastify/ReactToastify.css'
import { useComputedColorScheme, useDirection } from '@mantine/core'
import { ToastContainer } from 'react-toastify/unstyled'
import './Toasts.css'

/** The specification's section 9: top right, 3000 ms, closed by a click, paused by the pointer, draggable. */
export function Toasts() {
  const { dir } = useDirection()
  return (
    <ToastContainer
      position="top-right"
      autoClose={3000}
      closeOnClick
      pauseOnHover
      draggable
      hideProgressBar
      rtl={dir === 'rtl'}
      theme={useComputedColorScheme('light')}
    />
  )
}
