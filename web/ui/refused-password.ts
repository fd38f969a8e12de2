import { ApiError } from '#/web/kernel/wire.ts'

/** A password that the server refused, with its message. */
export interface RefusedPassword {
  readonly password: string
  readonly message: string
}

/** The server's refusals of a new password itself. The browser cannot foresee most: its list of common words is short. */
const passwordErrors: readonly string[] = ['well_known', 'same_as_old', 'same_as_other', 'length', 'complexity', 'white_space']

/** Returns the refusal of a new password; null for any other failure. */
export function passwordRefusal(password: string, error: unknown): RefusedPassword | null {
  return error instanceof ApiError && passwordErrors.includes(error.error) ? { password, message: error.message } : null
}
