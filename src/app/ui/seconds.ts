import { useEffect, useState } from 'react'

/** Whole seconds since the component appeared. */
export function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => {
      setSeconds((before) => before + 1)
    }, 1000)
    return () => {
      window.clearInterval(timer)
    }
  }, [])
  return seconds
}
