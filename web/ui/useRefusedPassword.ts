import { useState } from 'react'
import { passwordRefusal, type RefusedPassword } from './refused-password.ts'

/** Stores the server's refusal of a new password, to show it at the field until another password is typed. */
export function useRefusedPassword() {
  const [refused, setRefused] = useState<RefusedPassword | null>(null)
  return {
    /** Returns whether the failure concerns the new password itself. */
    record: (password: string, error: unknown): boolean => {
      const refusal = passwordRefusal(password, error)
      setRefused(refusal)
      return refusal !== null
    },
    refusalOf: (password: string): string => (refused?.password === password ? refused.message : ''),
  }
}
