import { useEffect, useState } from 'react'

/** Whole seconds that are left of a wait, as they go by. Another wait needs another key. */
export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const timer = window.setInterval(() => {
      setLeft((before) => Math.max(0, before - 1))
    }, 1000)
    return () => {
      window.clearInterval(timer)
    }
  }, [])
  return left
}
